import { Registration, type SignedIn, slugOf } from "../../domain/team.ts";
import { send } from "../browser/api.ts";
import { keepSession } from "../browser/session.ts";
import { showToast, showToastAfterNavigation } from "../browser/toasts.ts";
import { Cover } from "../login/Cover.tsx";
import { type FormField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { useAppForm } from "../ui/useAppForm.ts";

export default function Register() {
  const form = useAppForm({
    values: { name: "", email: "", password: "", agencyName: "", agencySlug: "" },
    schema: Registration,
    save: (registration) => send<SignedIn>("POST", "/api/auth/register", registration),
    onSaved: (signedIn: SignedIn) => {
      keepSession(signedIn);
      showToastAfterNavigation("success", "Registration successful! Welcome to the product!");
      return leaveFor(() => location.replace("/dashboard"));
    },
    otherwise: "An error occurred",
    onFailure: ({ message }) => showToast("error", message || "An error occurred"),
    adopt: (typed) => ({ ...typed, agencySlug: typed.agencySlug || slugOf(typed.agencyName) }),
  });
  const { field, values } = form;
  // The slug follows the name for as long as nobody has written another one.
  const follows = values.agencySlug === slugOf(values.agencyName);
  const agencyName: FormField = {
    ...field("agencyName"),
    change: (name) => {
      form.change("agencyName", name);
      if (follows) form.change("agencySlug", slugOf(name));
    },
  };

  return (
    <Cover
      blurbs={[
        { icon: "building-2", text: "Multi-Tenant" },
        { icon: "users", text: "Team Management" },
        { icon: "shield-check", text: "Secure & Private" },
      ]}
    >
      <form {...form.props} className="auth-box" method="post">
        <div>
          <h1>Create your agency</h1>
          <p className="soft gap-s">A set of books of its own, with you as the owner.</p>
        </div>
        <FormNotices form={form} />
        <TextField label="Name" autoComplete="name" data-autofocus field={field("name")} />
        <TextField label="Email" type="email" autoComplete="username" field={field("email")} />
        <PasswordField autoComplete="new-password" field={field("password")} />
        <TextField label="Agency name" autoComplete="organization" field={agencyName} />
        <TextField
          label="Agency slug"
          autoCapitalize="none"
          spellCheck={false}
          field={lowerCased(field("agencySlug"))}
          help="Used in your agency’s unique URL: lowercase letters, numbers and hyphens"
        />
        <SubmitButton
          form={form}
          label="Create account"
          busy="Creating account..."
          className="btn-lg btn-block"
        />
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
