import { formatMoment, today } from "../../domain/dates.ts";
import type { MailRow } from "../../domain/mail/mails.ts";
import type { IconName } from "../ui/Icon.tsx";

/** Returns `10:04`, or for earlier days `21 Nov 2026, 10:04`. */
export function timeText(at: string): string {
  const text = formatMoment(at);
  return today(new Date(at)) === today() ? text.slice(-5) : text;
}

interface MailStatus {
  label: string;
  className: string;
  icon: IconName;
  /** Further details. */
  more: string;
}

/** Describes what is known about a mail at a time in milliseconds since 1970, and no more. */
export function describeMail(mail: MailRow, now: number): MailStatus {
  const { state, attempts, nextAt, handedOverAt, code, answer, isCopy } = mail;
  const copy = isCopy ? "a copy, " : "";
  const reply = [code, answer.replace(/^\d{3}[ -](\d\.\d+\.\d+ )?/, "")].filter(Boolean).join(", ");
  switch (state) {
    case "queued": {
      if (attempts > 0 && nextAt) {
        const label = `Trying again ${timeText(nextAt)}`;
        return { label, className: "pill-warn", icon: "mail", more: reply };
      }
      const seconds = nextAt ? Math.ceil((Date.parse(nextAt) - now) / 1000) : 0;
      const when = seconds > 0 ? `sends in ${seconds} s` : "sending now";
      return { label: "Queued", className: "", icon: "mail", more: `${copy}${when}` };
    }
    case "sending":
      return { label: "Sending", className: "", icon: "mail", more: copy && "a copy" };
    case "handed_over": {
      const label = `Sent ${handedOverAt ? timeText(handedOverAt) : ""}`;
      return { label, className: "pill-info", icon: "mail", more: `${copy}to your mail server` };
    }
    case "refused":
      return { label: "Bounced", className: "pill-neg", icon: "mail-x", more: reply };
    case "unknown": {
      const more = nextAt
        ? `${answer}; bahi tries once more ${timeText(nextAt)}`
        : `${answer}; it may or may not have been sent`;
      return { label: "Unknown", className: "pill-warn", icon: "mail-question-mark", more };
    }
    case "cancelled":
      return { label: "Not sent", className: "pill-line", icon: "mail-x", more: answer };
  }
}
