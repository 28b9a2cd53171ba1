import { Credentials, type SignedIn } from "../../domain/agencies/team.ts";
import { send } from "../browser/api.ts";
import { TextField } from "../ui/Field.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, signingIn } from "./Cover.tsx";

export default function Login() {
  const form = useAppForm({
    needs: "nothing",
    ...signingIn("Login successful!"),
    values: { email: "", password: "" },
    schema: Credentials,
    save: (credentials) => send<SignedIn>("POST", "/api/auth/login", credentials),
    adopt: (typed) => typed,
  });
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
      blurbs={[
        { icon: "file-text", text: "Invoice Management" },
        { icon: "chart-no-axes-column", text: "Financial Reports" },
        { icon: "shield-check", text: "Secure & Private" },
      ]}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        data-autofocus
        field={form.field("email")}
      />
      <PasswordField autoComplete="current-password" field={form.field("password")} />
    </Cover>
  );
}
