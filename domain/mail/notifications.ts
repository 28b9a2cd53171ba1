import { NOTIFICATION_KINDS, NOTIFICATIONS, type Notification } from "../agencies/notifications.ts";
import { type Letterhead, type MailContent, type MailRow, plainContent } from "./content.ts";
import type { MailTexts } from "./texts.ts";

interface Receiver {
  name: string;
  agencyName: string;
  /** Public address of the server, or "" for no links. */
  origin: string;
}

/** Returns the content of a member's daily e-mail: notifications by kind, each with its link. */
export function toNotificationContent(
  letterhead: Letterhead,
  items: readonly Notification[],
  origin: string,
): MailContent {
  const rows = NOTIFICATION_KINDS.flatMap((kind): MailRow[] => {
    const of = items.filter((item) => item.kind === kind);
    if (of.length === 0) return [];
    const { title, text } = NOTIFICATIONS[kind];
    return [
      { name: title, amount: "", look: "strong" },
      ...of.map((item) => ({
        name: `${item.name} ${text(item)}`,
        amount: "",
        ...(origin && { url: `${origin}${item.link}` }),
      })),
    ];
  });
  const content = plainContent(letterhead, count(items.length), "Open bahi");
  return { ...content, rows, mayReply: false };
}

/** Returns the subject and the text. The last paragraph says where to switch the e-mail off. */
export function notificationTexts(
  items: readonly Notification[],
  { name, agencyName, origin }: Receiver,
): MailTexts {
  const where = `your profile page${origin && `: ${origin}/profile`}`;
  return {
    subject: `${agencyName}: ${count(items.length)}`,
    text: [
      `Hello ${name},`,
      `This is new at ${agencyName} since your last e-mail, and you have not read it yet.`,
      `You get this e-mail at most once a day. Switch it off on ${where}`,
    ].join("\n\n"),
  };
}

const count = (number: number): string =>
  `${number} new ${number === 1 ? "notification" : "notifications"}`;
