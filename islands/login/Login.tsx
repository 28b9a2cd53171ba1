import { Credentials, type SignedIn } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { keepSession } from "../browser/session.ts";
import { TextField } from "../parts/Field.tsx";
import { PasswordField } from "../parts/PasswordField.tsx";
import { showToast, showToastAfterNavigation } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";
import { Cover } from "./Cover.tsx";

export default function Login() {
  const { form, field, submit, isBusy } = useFields({
    values: { email: "", password: "" },
    schema: Credentials,
    submit: async (values) => {
      keepSession(await send<SignedIn>("POST", "/api/auth/login", values));
      showToastAfterNavigation("success", "Login successful!");
      location.replace("/dashboard");
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "An error occurred")),
  });

  return (
    <Cover
      blurbs={[
        { icon: "file-text", text: "Invoice Management" },
        { icon: "chart-no-axes-column", text: "Financial Reports" },
        { icon: "shield-check", text: "Secure & Private" },
      ]}
    >
      {/* Sent before the island wakes up, a password must not end up in the address. */}
      <form ref={form} className="auth-box" method="post" noValidate onSubmit={submit}>
        <div>
          <h1>Sign in</h1>
          <p className="soft gap-s">Your agency’s books are where you left them.</p>
        </div>
        <TextField label="Email" type="email" autoComplete="username" field={field("email")} />
        <PasswordField autoComplete="current-password" field={field("password")} />
        <button className="btn btn-primary btn-lg btn-block" type="submit" aria-busy={isBusy}>
          {isBusy ? "Signing in..." : "Sign in"}
        </button>
        <p className="soft">
          New to bahi? <a href="/register">Sign up</a>
        </p>
      </form>
    </Cover>
  );
}
