import { Credentials, type SignedIn } from "../../domain/team.ts";
import { send } from "../browser/api.ts";
import { keepSession } from "../browser/session.ts";
import { showToast, showToastAfterNavigation } from "../browser/toasts.ts";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover } from "./Cover.tsx";

export default function Login() {
  const form = useAppForm({
    values: { email: "", password: "" },
    schema: Credentials,
    save: (credentials) => send<SignedIn>("POST", "/api/auth/login", credentials),
    onSaved: (signedIn: SignedIn) => {
      keepSession(signedIn);
      showToastAfterNavigation("success", "Login successful!");
      return leaveFor(() => location.replace("/dashboard"));
    },
    otherwise: "An error occurred",
    onFailure: ({ message }) => showToast("error", message || "An error occurred"),
    adopt: (typed) => typed,
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
      <form {...form.props} className="auth-box" method="post">
        <div>
          <h1>Sign in</h1>
          <p className="soft gap-s">Your agency’s books are where you left them.</p>
        </div>
        <FormNotices form={form} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          data-autofocus
          field={form.field("email")}
        />
        <PasswordField autoComplete="current-password" field={form.field("password")} />
        <SubmitButton
          form={form}
          label="Sign in"
          busy="Signing in..."
          className="btn-lg btn-block"
        />
        <p className="soft">
          New to bahi? <a href="/register">Sign up</a>
        </p>
      </form>
    </Cover>
  );
}
