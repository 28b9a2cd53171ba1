import { formatDate, formatRange } from "../../domain/dates.ts";
import type { FiledReturn, Filing, GstPeriod } from "../../domain/gst/returns/filings.ts";
import { Icon } from "../ui/Icon.tsx";
import { dueWords, returnName } from "./words.tsx";

/** A due date: amber from three days before, red when it is late. */
export function DueText({ due }: { due: string }) {
  const { text, tone } = dueWords(due);
  return <span className={`when ${tone}`}>{text}</span>;
}

interface Props {
  period: GstPeriod;
  range: { dateFrom: string; dateTo: string };
  errors: number;
}

export function Steps({ period: { due, filings, name, return: which }, range, errors }: Props) {
  const filed = (one: FiledReturn) => filings.find((filing) => filing.return === one);
  const last = which === "IFF" ? undefined : filed("GSTR3B");
  const first = filed(which);
  const steps: [name: string, when: React.ReactNode, isDone: boolean][] = [
    ["Open", formatRange(range), true],
    ["Checked", errors === 0 ? "Nothing to fix" : `${errors} to fix`, errors === 0],
    [`${returnName(which)} filed`, renderWhen(first, due.gstr1), first !== undefined],
    which === "IFF"
      ? ["PMT-06 paid", <DueText key="due" due={due.gstr3b} />, false]
      : ["GSTR-3B filed", renderWhen(last, due.gstr3b), last !== undefined],
  ];
  const now = steps.findIndex(([, , isDone]) => !isDone);
  return (
    <ol className="card return-steps grid mb-16 p-12-16" aria-label={`Status of ${name}`}>
      {steps.map(([label, when, isDone], index) => (
        <li
          key={label}
          className={isDone ? "is-done" : index === now ? "is-now" : undefined}
          aria-current={index === now ? "step" : undefined}
        >
          <span className="step-no">
            {isDone ? <Icon className="size-13" name="check" /> : index + 1}
          </span>
          <strong>{label}</strong>
          <span className="when">{when}</span>
        </li>
      ))}
    </ol>
  );
}

const renderWhen = (filing: Filing | undefined, due: string) =>
  filing ? formatDate(filing.date) : <DueText due={due} />;
