import { useEffect, useState } from "react";
import { ForgottenPassword } from "../../domain/agencies/recovery.ts";
import { send } from "../browser/api.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, SIGN_IN_BLURBS } from "./Cover.tsx";

const WAIT_S = 60;

/** Asks for a link that resets a password. The response is the same for every address. */
export default function Forgot() {
  const [answer, setAnswer] = useState("");
  const [left, setLeft] = useState(0);
  const form = useAppForm({
    needs: "nothing",
    values: { email: "" },
    schema: ForgottenPassword,
    save: (body) => send<{ message: string }>("POST", "/api/auth/forgot", body),
    onSaved: ({ message }: { message: string }, values) => {
      setAnswer(message);
      setLeft(WAIT_S);
      return values;
    },
    otherwise: "An error occurred",
    adopt: (typed) => typed,
  });
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Cover
      form={form}
      title="Forgot password"
      text="We will e-mail you a link that works once, within 30 minutes."
      verb={left === 0 && (answer ? "Send again" : "Send the link")}
      busy="Sending..."
      foot={<a href="/login">Back to sign in</a>}
      blurbs={SIGN_IN_BLURBS}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        field={form.field("email")}
      />
      {answer && (
        <p className="attn is-good" role="status">
          <Icon name="mail-check" />
          <span>{answer}</span>
        </p>
      )}
      {left > 0 && (
        <Button className="btn-lg btn-block" disabled label={`Send again in ${left} s`} />
      )}
    </Cover>
  );
}
