import { useEffect } from "react";
import {
  NOTIFICATIONS,
  type Notification,
  type NotificationKind,
  type NotificationList,
} from "../../domain/agencies/notifications.ts";
import { formatMoment } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { showCount } from "./notificationCount.ts";

const ICONS: Record<NotificationKind, [icon: IconName, tone: string]> = {
  mail_failed: ["mail-x", "bad"],
  paid: ["indian-rupee", "ok"],
  opened: ["eye", "muted"],
  accepted: ["check", "ok"],
  declined: ["x", "muted"],
  approval: ["shield-check", "warn"],
  mention: ["at-sign", "info"],
};

/** The user's notifications. Opening the list marks those it shows as read; what is left to do stays. */
export function Notifications({ onClose }: { onClose(): void }) {
  const { data, failure, reload } = useFetch<NotificationList>("/api/notifications");
  const items = data?.items;
  useEffect(() => {
    if (!items?.length) return;
    const upTo = items
      .map(({ _id }) => _id)
      .sort()
      .at(-1);
    send<NotificationList>("POST", "/api/notifications/read", { upTo }).then(
      ({ count }) => showCount(count),
      () => {}, // They stay new, and are marked when the list opens again.
    );
  }, [items]);
  const readAll = () =>
    send<NotificationList>("POST", "/api/notifications/read", {}).then(({ count }) => {
      showCount(count);
      reload();
    }, toastError("Failed to save"));
  return (
    <Modal title="Notifications" size="notes" onClose={onClose}>
      <div className="modal-body scroll-y">
        {failure !== undefined && !data && (
          <NotLoaded text="Notifications could not be loaded" onRetry={reload} />
        )}
        {items?.length === 0 && <p className="p-20 text-mid muted">Nothing new</p>}
        <ul aria-busy={!data && !failure}>
          {items?.map((one) => (
            <Row key={one._id} notification={one} />
          ))}
        </ul>
      </div>
      <div className="modal-foot">
        <a className="spring small" href="/profile#notifications">
          By e-mail once a day
        </a>
        <Button label="Mark all as read" onClick={readAll} />
      </div>
    </Modal>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { kind, at, name, link, isNew, isOpen } = notification;
  const [icon, tone] = ICONS[kind];
  const isUnread = isNew || isOpen;
  const isDone = !isOpen && (kind === "mail_failed" || kind === "approval");
  return (
    <li className="row gap-12 py-8 line-above text-13">
      <span className={`rigid ${tone}`}>
        <Icon name={icon} />
      </span>
      <span className="grow min-0 breaks">
        <span className={isUnread ? "" : "soft"}>
          {isUnread && <span className="pill pill-info dot">{isOpen ? "Open" : "New"}</span>}{" "}
          <span className="strong">{name}</span> {NOTIFICATIONS[kind].text(notification)}
        </span>
        <span className="block small muted">{formatMoment(at)}</span>
      </span>
      <LinkButton href={link} label={isDone ? "Open" : NOTIFICATIONS[kind].action} />
    </li>
  );
}
