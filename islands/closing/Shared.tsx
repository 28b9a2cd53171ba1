import { useEffect } from "react";
import {
  type Checklist,
  checklistPage,
  formatShortDay,
  formatShortMonth,
} from "../../domain/closing/closing.ts";
import { changesSince, describeShare } from "../../domain/closing/sharing.ts";
import { today } from "../../domain/dates.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { joinNames } from "../../domain/names.ts";
import { failureText, send, toastError } from "../browser/api.ts";
import { can, readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { withdrawMails } from "../mail/acts.ts";
import { SentPanel } from "../mail/SentPanel.tsx";
import { useMails } from "../mail/useMails.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** Id of the card, for links. */
export const SHARE = "share";

interface Props {
  data: Checklist;
  onChanged(): void;
}

const toShortDay = (at: string) => formatShortDay(today(new Date(at)));

/** A month's documents: when they were ready, shared and opened, and ways to share them. */
export function Shared({ data, onChanged }: Props) {
  const { month, closing, share, accountants, year } = data;
  const acts = useShareActs(data, onChanged);
  const name = formatShortMonth(month);
  const whom = accountants.length > 0 ? joinNames(accountants) : "your accountant";
  const others = year.filter((one) => one.month !== month && one.changes > 0);
  const shared = share?.shared ? describeShare({ ...share, opened: null }) : "";
  return (
    <>
      <section className="card" id={SHARE} aria-labelledby="share-title">
        <h2 className="card-title" id="share-title">{`${name} documents`}</h2>
        <ol className="share-steps">
          <Stage
            title="Ready"
            at={closing?.createdAt}
            note={
              closing
                ? `${toShortDay(closing.createdAt)}, ${closing.papers.length} documents`
                : "after the lock"
            }
          />
          <Stage
            title="Shared"
            at={share?.shared?.at}
            note={
              shared
                ? `${shared}, by ${share?.shared?.name}`
                : share?.isOnItsWay
                  ? "the e-mail is on its way"
                  : `not yet with ${whom}`
            }
          />
          <Stage
            title="Opened"
            at={share?.opened?.at}
            note={
              share?.opened ? `${toShortDay(share.opened.at)}, ${share.opened.name}` : "not yet"
            }
          />
        </ol>
        {share !== null && share.changes > 0 && (
          <p className="mb-12 text-13 warn">
            {`${changesSince(share)}. `}
            {can("close books") && <a href="/settings/locks">See the changes</a>}
          </p>
        )}
        {closing && acts.buttons}
        {others.map((one) => (
          <p className="help" key={one.month}>
            {`${formatShortMonth(one.month)}: `}
            <a href={checklistPage(one.month)}>{changesSince(one)}</a>
          </p>
        ))}
      </section>
      {acts.sent}
    </>
  );
}

function Stage({ title, at, note }: { title: string; at: string | undefined; note: string }) {
  return (
    <li className={at ? undefined : "is-off"}>
      <Icon name={at ? "circle-check" : "circle"} />
      <div>
        <span className="strong">{title}</span>
        <p>{note}</p>
      </div>
    </li>
  );
}

/** The ways to share a closed month. An accountant who sees it has opened it. */
function useShareActs({ month, closing, share, accountants }: Checklist, onChanged: () => void) {
  const isClosed = closing !== null;
  const settings = useFetch<MailSettings>(isClosed ? "/api/mail-settings" : null).data;
  const mails = useMails(isClosed ? `/api/outbox?entity=month&id=${month}` : null);
  const isToOpen = isClosed && readSession()?.user.role === "accountant" && isUnseen(share);
  useEffect(() => {
    if (!isToOpen) return;
    send("POST", `/api/close/${month}/opened`).then(onChanged, toastError("Failed to save"));
  }, [isToOpen, month, onChanged]);
  const isMoving = mails.mails.some(({ state }) => state === "queued" || state === "sending");
  const hasArrived = share?.isOnItsWay === true && mails.data !== undefined && !isMoving;
  useEffect(() => {
    if (hasArrived) onChanged();
  }, [hasArrived, onChanged]);
  const [isSending, email] = useBusy(async () => {
    try {
      const made = await send<{ mails: Mail[] }>("POST", `/api/close/${month}/email`);
      const ids = made.mails.map((mail) => mail._id);
      const run = () => void withdrawMails(ids, mails.reload);
      showToast("success", "Sending in 10 seconds.", { label: "Undo", run, undoes: ids });
      mails.reload();
      onChanged();
    } catch (failure) {
      showToast("error", failureText(failure, "The e-mail could not be sent"));
    }
  });
  const [isMarking, mark] = useBusy(async () => {
    try {
      await send("POST", `/api/close/${month}/shared`);
      showToast("success", `${formatShortMonth(month)} marked as shared`);
      onChanged();
    } catch (failure) {
      showToast("error", failureText(failure, "Failed to mark it as shared"));
    }
  });
  const isReady = settings !== undefined && settings.source !== "none";
  const isToShare = share !== null && (!share.shared || share.changes > 0);
  const again = share?.shared ? "Share again" : `Send to ${joinNames(accountants)}`;
  const buttons = isToShare && (
    <>
      <div className="actions">
        {isReady && accountants.length > 0 && !share.isOnItsWay && (
          <Button
            needs="enter books"
            icon="mail"
            label={again}
            isBusy={isSending}
            onClick={email}
          />
        )}
        <Button needs="enter books" label="Mark as shared" isBusy={isMarking} onClick={mark} />
      </div>
      {settings !== undefined && !isReady && (
        <p className="help">
          {"E-mail is not set up: download the folder, or mark it as shared. "}
          {can("set up e-mail") && <a href="/settings/mail">Set up e-mail</a>}
        </p>
      )}
    </>
  );
  const sent = (
    <SentPanel
      mails={mails.mails}
      now={mails.now}
      onChanged={mails.reload}
      onCorrect={() => location.assign("/settings/team")}
      onAgain={accountants.length > 0 ? email : undefined}
    />
  );
  return { buttons, sent };
}

const isUnseen = (share: Checklist["share"]) =>
  share !== null && (share.opened === null || share.changes > 0);
