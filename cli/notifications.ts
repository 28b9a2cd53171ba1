import type { Command } from "commander";
import { add, all } from "./options.ts";

const load = () => import("./commands/notifications.ts");

export function addNotifications(program: Command): void {
  const notifications = add(
    program,
    "notifications",
    "what happened without you: bounced e-mails, payments, opened links, approvals",
    "bahi notifications list",
  );
  add(
    notifications,
    "list",
    "list your notifications, newest first",
    "bahi notifications list",
  ).action(async (_, command) => (await load()).listNotifications(all(command)));
  add(
    notifications,
    "read",
    "mark your notifications as read; those with something left to do stay open",
    "bahi notifications read",
  ).action(async (_, command) => (await load()).readNotifications(all(command)));
}
