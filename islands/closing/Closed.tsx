import { type Checklist, checklistPage, formatShortMonth } from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatMoment, today } from "../../domain/dates.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import { monthAfter } from "../../domain/months.ts";
import { joinNames } from "../../domain/names.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { withdrawMails } from "../mail/acts.ts";
import { SentPanel } from "../mail/SentPanel.tsx";
import { useMails } from "../mail/useMails.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { Figure, Figures } from "./Figures.tsx";
import { findLastDone, formatDoneBy, type Step } from "./steps.ts";

interface Props {
  data: Checklist;
  steps: Step[];
  /** Whether the last stitch is animated. */
  isNew: boolean;
  onChanged(): void;
}

/** A closed month: its author, its profit, and the documents sent to the accountant. */
export function Closed({ data, steps, isNew, onChanged }: Props) {
  const { month, closing, accountants } = data;
  const name = formatShortMonth(month);
  const next = monthAfter(month);
  const [isSaving, save] = useBusy(() =>
    saveFile(`/api/close/${month}/papers.zip`, "application/zip", "Failed to download the folder"),
  );
  const mails = useMails(`/api/outbox?entity=month&id=${month}`);
  const [isSending, email] = useBusy(async () => {
    try {
      const made = await send<{ mails: Mail[] }>("POST", `/api/close/${month}/email`);
      const ids = made.mails.map((mail) => mail._id);
      const run = () => void withdrawMails(ids, mails.reload);
      showToast("success", "Sending in 10 seconds.", { label: "Undo", run, undoes: ids });
      mails.reload();
    } catch (failure) {
      showToast("error", failureText(failure, "The e-mail could not be sent"));
    }
  });
  const dialog = useLazyDialog(() => import("./ReopenForm.tsx").then((m) => m.ReopenForm));
  if (!closing) return null;
  const { figures } = closing;
  const people = [
    ...new Set(steps.flatMap(({ items }) => items.flatMap(({ by }) => by?.name ?? []))),
  ];
  const to = closing.to.length > 0 ? `Shared with ${joinNames(closing.to)} on ` : "Closed on ";
  return (
    <>
      <section
        className="card closed grid items-mid gap-4 mb-16 text-mid"
        aria-label={`${name} is closed`}
      >
        <svg className="book" viewBox="0 0 24 24" aria-hidden="true">
          <rect className="mark-cover" x="3" y="2" width="18" height="20" rx="4" />
          <path className="mark-thread" d="M8.5 5.5v3M8.5 11v2.4" />
          <path className={`mark-thread ${isNew ? "last-stitch" : ""}`} d="M8.5 16v2.5" />
        </svg>
        <h2 className="text-26 tight">{`${name} is closed.`}</h2>
        <p>{`${steps.length} steps by ${joinNames(people)}. ${to}${formatMoment(closing.createdAt)}.`}</p>
        {figures && (
          <Figures figures={figures}>
            {figures.gst !== null && <Figure name="GST to pay" amount={figures.gst} />}
          </Figures>
        )}
        <div className="actions">
          <Button
            look="primary"
            icon="folder-archive"
            label={`${name} documents`}
            isBusy={isSaving}
            onClick={save}
          />
          {accountants.length > 0 && mails.mails.length === 0 && (
            <Button
              needs="enter books"
              icon="mail"
              label={`Send to ${joinNames(accountants)}`}
              isBusy={isSending}
              onClick={email}
            />
          )}
          {next <= today().slice(0, 7) && (
            <LinkButton label={`Start ${formatShortMonth(next)}`} href={checklistPage(next)} />
          )}
        </div>
      </section>
      <section className="panel" aria-label="Steps">
        <ul className="ticks grid gap-4 mb-12">
          {steps.map(({ title, items }) => {
            const by = findLastDone(items);
            return (
              <li key={title}>
                <Icon name="circle-check" />
                <span className="strong">{title}</span>
                <span className="soft">{describeItems(items)}</span>
                <span className="who small muted">{by ? formatDoneBy(by) : ""}</span>
              </li>
            );
          })}
          <li className={`again ${hiddenFrom("reopen books")}`}>
            <span />
            <Button look="link" label={`Reopen ${name}…`} onClick={() => dialog.open(undefined)} />
            <span />
            <span className="who small muted">owner only, with a reason</span>
          </li>
        </ul>
      </section>
      <SentPanel
        mails={mails.mails}
        now={mails.now}
        onChanged={mails.reload}
        onCorrect={() => location.assign("/settings/team")}
        onAgain={accountants.length > 0 ? email : undefined}
      />
      {dialog.draw((Dialog) => (
        <Dialog data={data} onSaved={onChanged} onClose={dialog.close} />
      ))}
    </>
  );
}

function describeItems(items: Step["items"]): string {
  const banks = items.filter(({ key }) => key.startsWith("bank:"));
  if (banks.length > 0) return pluralize(banks.length, "account agrees", "accounts agree");
  if (items.length === 1) return items[0]?.note ?? "";
  const isFiling = items.some(({ key }) => key === "gstr1");
  return items
    .map(({ title, note }) => (isFiling ? `${title} ${note.replace(/^ARN /, "")}` : note))
    .join(isFiling ? ", " : "; ");
}
