import { Registration, type SignedIn, slugOf } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { keepSession } from "../browser/session.ts";
import { Cover } from "../login/Cover.tsx";
import { type FormField, TextField } from "../parts/Field.tsx";
import { PasswordField } from "../parts/PasswordField.tsx";
import { showToast, showToastAfterNavigation } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";

export default function Register() {
  const { form, field, values, change, submit, isBusy } = useFields({
    values: { name: "", email: "", password: "", agencyName: "", agencySlug: "" },
    schema: Registration,
    submit: async (values) => {
      keepSession(await send<SignedIn>("POST", "/api/auth/register", values));
      showToastAfterNavigation("success", "Registration successful! Welcome to the product!");
      location.replace("/dashboard");
    },
    adopt: (values) =>
      values.agencySlug ? values : { ...values, agencySlug: slugOf(values.agencyName) },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "An error occurred")),
  });
  // The slug follows the name for as long as nobody has written another one.
  const follows = values.agencySlug === slugOf(values.agencyName);
  const agencyName: FormField = {
    ...field("agencyName"),
    change: (name) => change({ agencyName: name, ...(follows && { agencySlug: slugOf(name) }) }),
  };

  return (
    <Cover
      blurbs={[
        { icon: "building-2", text: "Multi-Tenant" },
        { icon: "users", text: "Team Management" },
        { icon: "shield-check", text: "Secure & Private" },
      ]}
    >
      <form ref={form} className="auth-box" method="post" noValidate onSubmit={submit}>
        <div>
          <h1>Create your agency</h1>
          <p className="soft gap-s">A set of books of its own, with you as the owner.</p>
        </div>
        <TextField label="Name" autoComplete="name" field={field("name")} />
        <TextField label="Email" type="email" autoComplete="username" field={field("email")} />
        <PasswordField autoComplete="new-password" field={field("password")} />
        <TextField label="Agency name" autoComplete="organization" field={agencyName} />
        <TextField
          label="Agency slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          field={lowerCased(field("agencySlug"))}
          help="Used in your agency’s unique URL: lowercase letters, numbers and hyphens"
        />
        <button className="btn btn-primary btn-lg btn-block" type="submit" aria-busy={isBusy}>
          {isBusy ? "Creating account..." : "Create account"}
        </button>
        <p className="soft">
          Already have an account? <a href="/login">Sign in</a>
        </p>
      </form>
    </Cover>
  );
}

const lowerCased = (field: FormField): FormField => ({
  ...field,
  change: (text) => field.change(text.toLowerCase()),
});
