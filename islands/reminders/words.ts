import type { Reminder } from "../../domain/reminders/reminders.ts";
import { timeText } from "../mail/words.ts";

/** Returns the label and tone of a reminder's state. */
export function toStatePill({ state, handedOverAt }: Reminder): {
  label: string;
  className: string;
} {
  if (state === "handed_over") {
    return { label: `Sent ${timeText(handedOverAt ?? "")}`, className: "pill-info" };
  }
  return STANDINGS[state];
}

const STANDINGS: Record<
  Exclude<Reminder["state"], "handed_over">,
  { label: string; className: string }
> = {
  queued: { label: "Queued", className: "" },
  sending: { label: "Sending", className: "" },
  refused: { label: "Bounced", className: "pill-neg" },
  unknown: { label: "Unknown", className: "pill-warn" },
  cancelled: { label: "Not sent", className: "pill-line" },
  passed_over: { label: "Skipped for a newer reminder", className: "pill-line" },
};
