import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Credentials, type Seat, type SignedIn } from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { Failure, send, toastError } from "../browser/api.ts";
import { askPasskey } from "../browser/passkeys.ts";
import { chooseAgency, lastAgency, storeSession } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useBusy } from "../ui/useBusy.ts";
import { CodeStep } from "./CodeStep.tsx";
import { Cover, createSignIn, enter, SIGN_IN_BLURBS } from "./Cover.tsx";

const WELCOME = "Login successful!";

/** The response to a correct password if the authenticator app is on. */
interface NeedsCode {
  credentials: { email: string; password: string };
}

export default function Login() {
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [step, setStep] = useState<NeedsCode>();
  const { onSaved, ...signing } = createSignIn(WELCOME);
  const [restoring, setRestoring] = useState<ReactNode>();
  const showClosed = async (answer: SignedIn) => setRestoring(await restoreStep(answer));
  const go = (answer: SignedIn) => {
    if (answer.closed) return showClosed(answer);
    if (!answer.agencies) return onSaved(answer);
    storeSession(answer);
    setSignedIn(answer);
  };
  const form = useAppForm({
    needs: "nothing",
    ...signing,
    onSaved: (answer: SignedIn | NeedsCode) =>
      "credentials" in answer ? setStep(answer) : go(answer),
    values: { email: "", password: "" },
    schema: Credentials,
    save: signIn,
    adopt: (typed) => typed,
  });
  if (restoring) return restoring;
  if (signedIn?.agencies) {
    return (
      <Cover
        form={form}
        title="Choose an agency"
        text={`You belong to ${signedIn.agencies.length} agencies.`}
        busy=""
        foot="The account menu switches to another at any time."
        blurbs={SIGN_IN_BLURBS}
      >
        <Agencies agencies={signedIn.agencies} onClosed={showClosed} />
      </Cover>
    );
  }
  if (step) {
    return (
      <CodeStep
        {...step}
        blurbs={SIGN_IN_BLURBS}
        onSaved={go}
        onBack={() => setStep(undefined)}
        passkey={<PasskeyButton look="link" label="Use a passkey" onSaved={go} />}
      />
    );
  }
  return (
    <Cover
      form={form}
      title="Sign in"
      text="Your agency’s books are where you left them."
      verb="Sign in"
      busy="Signing in..."
      foot={
        <>
          New to bahi? <a href="/register">Sign up</a>
        </>
      }
      blurbs={SIGN_IN_BLURBS}
    >
      <PasskeyButton
        icon="fingerprint"
        label="Continue with a passkey"
        className="btn-lg btn-block"
        onSaved={go}
      />
      <p className="or row gap-12 small">or</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        field={form.field("email")}
      />
      <div className="auth-aside grid relative">
        <PasswordField autoComplete="current-password" field={form.field("password")} />
        <a className="small" href="/forgot">
          Forgot password?
        </a>
      </div>
    </Cover>
  );
}

/** Loads the step for a closed agency, which few people see. */
async function restoreStep(signedIn: SignedIn): Promise<ReactNode> {
  const { RestoreStep } = await import("./RestoreStep.tsx");
  return <RestoreStep signedIn={signedIn} />;
}

async function signIn(credentials: NeedsCode["credentials"]): Promise<SignedIn | NeedsCode> {
  try {
    return await send<SignedIn>("POST", "/api/auth/login", credentials);
  } catch (failure) {
    if (failure instanceof Failure && failure.about.needs === "code") return { credentials };
    throw failure;
  }
}

type PasskeyProps = Pick<ComponentProps<typeof Button>, "look" | "icon" | "label" | "className"> & {
  onSaved(answer: SignedIn): unknown;
};

/** Signs in by a passkey alone. */
function PasskeyButton({ onSaved, ...button }: PasskeyProps) {
  const [isBusy, start] = useBusy(async () => {
    try {
      const response = await askPasskey();
      await onSaved(await send<SignedIn>("POST", "/api/auth/passkeys/login", { response }));
    } catch (failure) {
      toastError("An error occurred")(failure);
    }
  });
  return <Button {...button} isBusy={isBusy} onClick={start} />;
}

/** The choice for a member of several agencies. The last one is first, and Enter chooses it. */
function Agencies({ agencies, onClosed }: { agencies: Seat[] } & Pick<AgencyProps, "onClosed">) {
  const last = lastAgency();
  const isLast = ({ agencySlug }: Seat) => agencySlug === last;
  const inOrder = agencies.toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)));
  return (
    <ul className="stack" aria-label="Agencies">
      {inOrder.map((seat) => (
        <li key={seat.agencySlug}>
          <Agency seat={seat} isLast={isLast(seat)} onClosed={onClosed} />
        </li>
      ))}
    </ul>
  );
}

interface AgencyProps {
  seat: Seat;
  isLast: boolean;
  /** Called with the session of a closed agency that the user can restore. */
  onClosed(signedIn: SignedIn): unknown;
}

function Agency({ seat, isLast, onClosed }: AgencyProps) {
  const { agencySlug, agencyName, role } = seat;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isLast) button.current?.focus();
  }, [isLast]);
  const [isBusy, choose] = useBusy(async () => {
    try {
      const answer = await send<SignedIn>("POST", "/api/auth/switch", { agencySlug });
      if (answer.closed) return onClosed(answer);
      chooseAgency(answer);
      await enter(WELCOME);
    } catch (failure) {
      toastError("An error occurred")(failure);
    }
  });
  return (
    <Button ref={button} className="btn-lg btn-block" isBusy={isBusy} onClick={choose}>
      <span className="truncate">{agencyName}</span>
      <span className="muted">{`${ROLE_NAMES[role]}${isLast ? ", last used" : ""}`}</span>
    </Button>
  );
}
