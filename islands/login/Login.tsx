import { useEffect, useRef, useState } from "react";
import { Credentials, type Seat, type SignedIn } from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { sayFailure, send } from "../browser/api.ts";
import { chooseAgency, keepSession, lastAgency } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useBusy } from "../ui/useBusy.ts";
import { Cover, enter, SIGN_IN_BLURBS, signingIn } from "./Cover.tsx";

const WELCOME = "Login successful!";
export default function Login() {
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const { onSaved, ...signing } = signingIn(WELCOME);
  const form = useAppForm({
    needs: "nothing",
    ...signing,
    onSaved: (answer: SignedIn) => {
      if (!answer.agencies) return onSaved(answer);
      keepSession(answer);
      setSignedIn(answer);
    },
    values: { email: "", password: "" },
    schema: Credentials,
    save: (credentials) => send<SignedIn>("POST", "/api/auth/login", credentials),
    adopt: (typed) => typed,
  });
  if (signedIn?.agencies) {
    return (
      <Cover
        form={form}
        title="Choose an agency"
        text={`You are in ${signedIn.agencies.length} of them.`}
        busy=""
        foot="The account menu switches to another at any time."
        blurbs={SIGN_IN_BLURBS}
      >
        <Agencies agencies={signedIn.agencies} />
      </Cover>
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
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        field={form.field("email")}
      />
      <div className="auth-aside">
        <PasswordField autoComplete="current-password" field={form.field("password")} />
        <a className="small" href="/forgot">
          Forgot password?
        </a>
      </div>
    </Cover>
  );
}

/** Where somebody goes who is in several; the last one is first, and Enter goes there. */
function Agencies({ agencies }: { agencies: Seat[] }) {
  const last = lastAgency();
  const isLast = ({ agencySlug }: Seat) => agencySlug === last;
  const inOrder = agencies.toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)));
  return (
    <ul className="stack" aria-label="Agencies">
      {inOrder.map((seat) => (
        <li key={seat.agencySlug}>
          <Agency seat={seat} isLast={isLast(seat)} />
        </li>
      ))}
    </ul>
  );
}

function Agency({ seat, isLast }: { seat: Seat; isLast: boolean }) {
  const { agencySlug, agencyName, role } = seat;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isLast) button.current?.focus();
  }, []);
  const [isBusy, choose] = useBusy(async () => {
    try {
      chooseAgency(await send<SignedIn>("POST", "/api/auth/switch", { agencySlug }));
      await enter(WELCOME);
    } catch (failure) {
      sayFailure("An error occurred")(failure);
    }
  });
  return (
    <Button ref={button} className="btn-lg btn-block" isBusy={isBusy} onClick={choose}>
      <span className="truncate">{agencyName}</span>
      <span className="muted">{`${ROLE_NAMES[role]}${isLast ? ", used last" : ""}`}</span>
    </Button>
  );
}
