import { useEffect, useState } from "react";
import { EmailLink } from "../../domain/agencies/recovery.ts";
import { failureText, send } from "../browser/api.ts";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, SIGN_IN_BLURBS } from "./Cover.tsx";

export default function Verify() {
  const [status, setStatus] = useState({
    title: "Verify your email address",
    text: "One moment...",
  });
  const form = useAppForm({
    needs: "nothing",
    values: { token: "" },
    schema: EmailLink,
    save: async () => undefined,
    onSaved: () => undefined,
    otherwise: "",
  });
  useEffect(() => {
    const token = location.hash.slice(1);
    send<{ email: string }>("POST", "/api/auth/email/verify", { token }).then(
      ({ email }) => setStatus({ title: "Email verified", text: `${email} is verified.` }),
      (failure) =>
        setStatus({
          title: "This link cannot be used",
          text: failureText(failure, "Could not reach the server. Load the page again."),
        }),
    );
  }, []);
  return (
    <Cover
      form={form}
      {...status}
      busy=""
      foot={<a href="/dashboard">Go to your books</a>}
      blurbs={SIGN_IN_BLURBS}
    >
      {null}
    </Cover>
  );
}
