import * as v from "valibot";
import { id, strictObject } from "../fields.ts";
import { formatInr, type Rupees } from "../money.ts";
import type { Permission } from "../roles.ts";

// Notifications tell members what happened without them. A new kind needs its entry in NOTIFICATIONS, and a
// call of `notify` in the operation that it reports.

export const NOTIFICATION_KINDS = [
  ...(["mail_failed", "paid", "opened", "accepted", "declined", "approval", "mention"] as const),
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

interface Wording {
  /** Heads its lines in an e-mail. */
  title: string;
  /** Who sees it; every member by default. */
  needs?: Permission;
  /** The button that fixes it or opens it. */
  action: string;
  /** Returns the text after the bold name: `paid ₹500.00 for 26-27/INV/000078`. */
  text(of: Pick<Notification, "amount" | "label">): string;
}

export const NOTIFICATIONS: Record<NotificationKind, Wording> = {
  mail_failed: {
    title: "E-mails that could not be delivered",
    action: "Correct",
    text: ({ label }) => `could not be reached: ${label}`,
  },
  paid: {
    title: "Payments",
    action: "Open",
    text: ({ amount, label }) => `paid ${formatInr(amount ?? 0)}, ${label}`,
  },
  opened: {
    title: "Opened links",
    action: "Open",
    text: ({ label }) => `opened ${label} in a browser`,
  },
  accepted: {
    title: "Accepted estimates",
    action: "Open",
    text: ({ amount, label }) => `accepted estimate ${label}, ${formatInr(amount ?? 0)}`,
  },
  declined: {
    title: "Declined estimates",
    action: "Open",
    text: ({ label }) => `declined estimate ${label}`,
  },
  approval: {
    title: "To approve",
    needs: "approve payments",
    action: "Approve",
    text: ({ amount, label }) => `asks to pay ${formatInr(amount ?? 0)}: ${label}`,
  },
  mention: { title: "Mentions", action: "Reply", text: ({ label }) => `mentioned you: ${label}` },
};

export interface Notification {
  _id: string;
  kind: NotificationKind;
  at: string;
  /** The person or address it is about. */
  name: string;
  /** The document's number, or a text. */
  label: string;
  /** Null if there is none. */
  amount: Rupees | null;
  /** The page with its action. */
  link: string;
  /** Whether the user has not read it. */
  isNew: boolean;
  /** Whether something is left to do: an e-mail to correct, a payment to approve, a question to answer. */
  isOpen: boolean;
}

export interface NotificationList {
  items: Notification[];
  /** Number of those that are new or open. */
  count: number;
}

/** Notifications kept for an agency, and shown to a user. */
export const NOTIFICATIONS_KEPT = 300;
export const NOTIFICATIONS_SHOWN = 30;

/** Marks notifications up to `upTo` as read; all by default. */
export const ReadNotifications = strictObject({ upTo: v.optional(id("Notification is required")) });
export type ReadNotifications = v.InferOutput<typeof ReadNotifications>;

/** Whether a member gets their notifications by e-mail once a day, at 9:00 in India. */
export interface NotificationMail {
  isOn: boolean;
  email: string;
  /** Whether the agency can send e-mails. */
  isReady: boolean;
}

export const NotificationMailChange = strictObject({ isOn: v.boolean("Choose on or off") });
export type NotificationMailChange = v.InferOutput<typeof NotificationMailChange>;
