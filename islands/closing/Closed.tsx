import { type Checklist, checklistPage, formatShortMonth } from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatMoment, today } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { joinNames } from "../../domain/names.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { Figure, Figures } from "./Figures.tsx";
import { Shared } from "./Shared.tsx";
import { findLastDone, formatDoneBy, type Step } from "./steps.ts";

interface Props {
  data: Checklist;
  steps: Step[];
  /** Whether the last stitch is animated. */
  isNew: boolean;
  onChanged(): void;
}

/** A closed month: its author, its profit, and how its documents were shared. */
export function Closed({ data, steps, isNew, onChanged }: Props) {
  const { month, closing } = data;
  const name = formatShortMonth(month);
  const next = monthAfter(month);
  const [isSaving, save] = useBusy(() =>
    saveFile(`/api/close/${month}/papers.zip`, "application/zip", "Failed to download the folder"),
  );
  const dialog = useLazyDialog(() => import("./ReopenForm.tsx").then((m) => m.ReopenForm));
  if (!closing) return null;
  const { figures } = closing;
  const done = steps.filter(({ state }) => state === "done").length;
  const count = `${done} of ${pluralize(steps.length, "step")}`;
  const people = [
    ...new Set(steps.flatMap(({ items }) => items.flatMap(({ by }) => by?.name ?? []))),
  ];
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
        <p>{`${count} by ${joinNames(people)}. Closed on ${formatMoment(closing.createdAt)}.`}</p>
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
          {next <= today().slice(0, 7) && (
            <LinkButton label={`Start ${formatShortMonth(next)}`} href={checklistPage(next)} />
          )}
        </div>
      </section>
      <div className="grid gap-16 mb-16">
        <Shared data={data} onChanged={onChanged} />
      </div>
      <section className="panel mb-16" aria-label="Steps">
        <ul className="ticks grid gap-4 mb-12">
          {steps.map(({ title, items, state }) => {
            const by = findLastDone(items);
            return (
              <li key={title} className={state === "done" ? undefined : "is-open"}>
                <Icon name={state === "done" ? "circle-check" : "circle"} />
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
