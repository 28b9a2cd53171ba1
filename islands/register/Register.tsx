import { Registration, type SignedIn, suggestSlug } from "../../domain/agencies/team.ts";
import { send } from "../browser/api.ts";
import { Cover, createSignIn } from "../login/Cover.tsx";
import { type FormField, TextField } from "../ui/Field.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

export default function Register() {
  const form = useAppForm({
    needs: "nothing",
    ...createSignIn("Registration successful! Welcome to the product!"),
    values: { name: "", email: "", password: "", agencyName: "", agencySlug: "" },
    schema: Registration,
    save: (registration) => send<SignedIn>("POST", "/api/auth/register", registration),
    adopt: (typed) => ({ ...typed, agencySlug: typed.agencySlug || suggestSlug(typed.agencyName) }),
  });
  const { field, values } = form;
  // The slug follows the name until the user edits it.
  const follows = values.agencySlug === suggestSlug(values.agencyName);
  const agencyName: FormField = {
    ...field("agencyName"),
    change: (name) => {
      form.change("agencyName", name);
      if (follows) form.change("agencySlug", suggestSlug(name));
    },
  };

  return (
    <Cover
      form={form}
      title="Create your agency"
      text="Your agency gets its own books, with you as the owner."
      verb="Create account"
      busy="Creating account..."
      foot={
        <>
          Already have an account? <a href="/login">Sign in</a>
        </>
      }
      blurbs={[
        { icon: "building-2", text: "Multi-Tenant" },
        { icon: "users", text: "Team Management" },
        { icon: "shield-check", text: "Secure & Private" },
      ]}
    >
      <TextField label="Name" autoComplete="name" data-autofocus field={field("name")} />
      <TextField label="Email" type="email" autoComplete="username" field={field("email")} />
      <PasswordField autoComplete="new-password" field={field("password")} />
      <TextField label="Agency name" autoComplete="organization" field={agencyName} />
      <TextField
        label="Agency slug"
        autoCapitalize="none"
        spellCheck={false}
        field={lowerCased(field("agencySlug"))}
        help={
          values.agencyName.trim() && !values.agencySlug
            ? "The name has no Latin letters to make a slug from: enter one, such as kaveri-studio"
            : "Used in your agency’s unique URL: lowercase letters, numbers and hyphens"
        }
      />
    </Cover>
  );
}

const lowerCased = (field: FormField): FormField => ({
  ...field,
  change: (text) => field.change(text.toLowerCase()),
});
