import { useState } from "react";
import type { EmailState } from "../../domain/agencies/recovery.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** Asks the user to verify their email, or to use another one after someone else has verified it. */
export function EmailNote() {
  const { data } = useFetch<EmailState>("/api/auth/email");
  const [isSent, setSent] = useState(false);
  const [isBusy, sendAgain] = useBusy(async () => {
    try {
      const { message } = await send<{ message: string }>("POST", "/api/auth/email/send");
      setSent(true);
      showToast("success", message);
    } catch (failure) {
      toastError("Failed to send the link")(failure);
    }
  });
  if (data?.lostEmail) {
    return (
      <p className="warn">
        {`Another person has verified ${data.lostEmail}. You still sign in with it and your password. `}
        An owner can give you another email on the Team page.
      </p>
    );
  }
  if (!data || data.isVerified) return null;
  return (
    <span className="warn">
      {" Verify your email address "}
      <Button
        look="link"
        isBusy={isBusy}
        disabled={isSent}
        label="Send the link again"
        onClick={sendAgain}
      />
    </span>
  );
}
