import type { NotificationList } from "../../domain/agencies/notifications.ts";
import { get } from "../browser/api.ts";

/** The count is loaded again when the window gets the focus, but not more often. */
const AGAIN_MS = 60_000;
let loadedAt = 0;

/** Shows the count on the bell, and keeps it current. */
export function followNotifications(): void {
  const load = () => {
    if (document.visibilityState !== "visible" || Date.now() - loadedAt < AGAIN_MS) return;
    loadedAt = Date.now();
    get<NotificationList>("/api/notifications").then(
      ({ count }) => showCount(count),
      () => {}, // The bell works without a count.
    );
  };
  load();
  addEventListener("focus", load);
  document.addEventListener("visibilitychange", load);
}

/** Shows the number of new and open notifications: at most `9+`. */
export function showCount(count: number): void {
  const bell = document.querySelector('[data-action="notifications"]');
  const badge = bell?.querySelector<HTMLElement>(".badge");
  if (!bell || !badge) return;
  badge.hidden = count === 0;
  badge.textContent = count > 9 ? "9+" : String(count);
  bell.setAttribute("aria-label", count === 0 ? "Notifications" : `Notifications, ${count} new`);
}
