import {
  NOTIFICATIONS,
  type Notification,
  type NotificationList,
} from "../../domain/agencies/notifications.ts";
import { formatMoment } from "../../domain/dates.ts";
import { sendJson } from "../api.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import type { Column } from "../table.ts";

const COLUMNS: Column<Notification>[] = [
  { title: "When", text: ({ at }) => formatMoment(at) },
  {
    title: "What",
    text: (one) => oneLine(`${one.name} ${NOTIFICATIONS[one.kind].text(one)}`),
    minWidth: 10,
  },
  { title: "State", text: ({ isNew, isOpen }) => (isOpen ? "open" : isNew ? "new" : "") },
];

export async function listNotifications(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<NotificationList>("/notifications", "items");
  await printList(answer, answer.items, COLUMNS, options, () => `${answer.count} new or open`);
}

export async function readNotifications(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<NotificationList>(
    "/notifications/read",
    "items",
    sendJson("POST", {}),
  );
  await output.result(answer, () => `Read; ${count(answer.count, "notification")} still open`);
}
