import { type CloseItem, formatShortDay, taskButton } from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import type { DateRange } from "../../domain/dates.ts";
import { upperFirst } from "../../domain/names.ts";
import { beginClosing } from "../browser/closing.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { GstPayment } from "./GstPayment.tsx";
import { SHARE } from "./Shared.tsx";
import { findLastDone, formatDoneBy, isOwnItem, type Step } from "./steps.ts";

interface Props {
  month: string;
  range: DateRange;
  steps: Step[];
  /** The owner who closes the month; "" if the user may. */
  closer: string;
  /** Ticks or counts an own item. */
  onOwn(item: CloseItem): void;
  /** Locks the month and prepares its documents. */
  onClose(): void;
}

/** The steps. The current one is expanded, and each line links to its task. */
export function StepList({ steps, ...props }: Props) {
  return (
    <ol className="panel" aria-label="Steps">
      {steps.map((step) => (
        <StepRow key={step.title} step={step} {...props} />
      ))}
    </ol>
  );
}

type RowProps = Omit<Props, "steps"> & { step: Step };

const CLASSES = { done: "is-done", later: "is-later", now: "is-now", open: "" };

function StepRow({ step, range, ...acts }: RowProps) {
  const { number, title, items, state, left } = step;
  const by = state === "done" && findLastDone(items);
  const [first] = items;
  const isOne = items.length === 1;
  const isOpen = state === "now" || state === "open";
  const isFiling = items.some(({ key }) => key === "gstr3b");
  const hasParts = isOne ? state === "now" : isOpen || isFiling;
  const open = items.find((item) => item.state === "open");
  const summary = summarizeStep(step, range);
  return (
    <li
      className={`step grid items-center gap-0-12 line-above ${CLASSES[state]}`}
      id={`step-${number}`}
      aria-current={state === "now" ? "step" : undefined}
    >
      <span className="step-no">
        {state === "done" ? <Icon className="size-13" name="check" /> : number}
        {state === "done" && <span className="sr-only">Done</span>}
      </span>
      <div>
        <h2>{title}</h2>
        {summary && <p className="text-13 snug">{summary}</p>}
      </div>
      <div className="row gap-12 end small">
        {isOpen && !isFiling && (
          <span className="n-left num">
            {left}
            <span className="sr-only"> left</span>
          </span>
        )}
        {isOpen && isOne && open && <Act {...acts} item={open} />}
        {by && <span className="later">{formatDoneBy(by)}</span>}
        {state === "later" && first && !isFiling && <span className="later">{first.note}</span>}
      </div>
      {hasParts && state !== "done" && <Parts step={step} {...acts} />}
      {isFiling && state !== "later" && <GstPayment month={acts.month} />}
    </li>
  );
}

const LATER: Record<string, (range: DateRange) => string> = {
  lock: ({ dateTo }) =>
    `Closes the books to ${formatShortDay(dateTo)} to prevent accidental changes`,
  papers: () =>
    "Invoices, bills, ledgers, returns and the Tally file. Built when the month is locked",
  shared: () => "By e-mail, when your accountant opens them, or when you mark them as shared",
};

function summarizeStep({ items, state }: Step, { dateTo }: DateRange): string {
  const banks = items.filter(({ key }) => key.startsWith("bank:"));
  const [first] = items;
  if (banks.length > 0) {
    const agree = banks.filter((bank) => bank.state === "done").length;
    const on = `with the bank on ${formatShortDay(dateTo)}`;
    const suspense = items.find(({ key, state }) => key === "suspense" && state === "open");
    const accounts = pluralize(banks.length, "account agrees", "accounts agree");
    const agreement = `${agree} of ${accounts} ${on}`;
    return suspense ? `${agreement}; ${suspense.note}` : agreement;
  }
  const later = state === "later" && LATER[first?.key ?? ""];
  if (later) return later({ dateFrom: "", dateTo });
  // Several are listed below, one per line.
  if (items.length > 1 && state !== "done") return "";
  const isFiling = items.length > 1 && first?.key === "gstr1";
  return items
    .filter((item) => state === "done" || item.state !== "done")
    .map(({ title, note }) =>
      isFiling ? `${title} ${note.replace(/^ARN /, "")}` : upperFirst(note),
    )
    .join(isFiling ? ", " : ". ");
}

type Acts = Omit<RowProps, "range" | "step">;

function Parts({ step, ...acts }: Acts & Pick<RowProps, "step">) {
  const { items } = step;
  if (items.length === 1) {
    const lines = items[0]?.lines ?? [];
    if (lines.length < 2 && lines.every(({ count }) => count > 0)) return null;
    return (
      <ul className="parts framed round-8 on-surface">
        {lines.map(({ title, note, count, link }) => (
          <li key={`${title} ${link}`}>
            <Icon name={count > 0 ? "circle" : "info"} />
            <span className="strong">{title}</span>
            <span className="soft">{note}</span>
            <LinkButton
              className="btn-go"
              label={count > 0 ? `Open ${count}` : "Look"}
              href={link}
              onClick={() => beginClosing(acts.month)}
              aria-label={`Open ${title}`}
            />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="parts framed round-8 on-surface">
      {items.filter(hasOwnLine).map((item) => (
        <li key={item.key} className={item.state === "done" ? "is-ok" : undefined}>
          <Icon name={item.state === "done" ? "circle-check" : "circle"} />
          <span className="strong">{item.title}</span>
          <span className="soft">{item.note}</span>
          {item.state === "open" ? (
            <Act {...acts} item={item} isPart />
          ) : (
            <span className="num num-end">
              {item.amount === null ? "" : <Money amount={item.amount} />}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns whether the item deserves a line. An empty suspense account does not. */
const hasOwnLine = ({ key, state }: CloseItem) => key !== "suspense" || state !== "done";

interface ActProps extends Acts {
  item: CloseItem;
  isPart?: boolean;
}

/** The link from an item to its task. */
function Act({ item, month, isPart = false, closer, onOwn, onClose }: ActProps) {
  const label = taskButton(item);
  const named = `${label}: ${item.title}`;
  const className = isPart ? "btn-go" : undefined;
  if (item.key === "shared") {
    const needs = "enter books";
    return <LinkButton needs={needs} label={label} href={`#${SHARE}`} aria-label={named} />;
  }
  if (item.key === "lock" || item.key === "papers") {
    if (closer) return <span className="later">{`${closer.split(" ")[0]} locks it`}</span>;
    return <Button label={label} className={className} aria-label={named} onClick={onClose} />;
  }
  if (isOwnItem(item)) {
    return (
      <Button label={label} className={className} aria-label={named} onClick={() => onOwn(item)} />
    );
  }
  return (
    <LinkButton
      label={label}
      className={className}
      href={item.link}
      aria-label={named}
      onClick={() => beginClosing(month)}
    />
  );
}
