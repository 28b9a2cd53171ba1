import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import type {
  MatchedBill,
  MatchedRow,
  Matching,
  PairView,
  TaxesOfOne,
} from "../../domain/purchases/matchingInput.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { figureText } from "./words.tsx";

interface Props {
  pair: PairView;
  matching: Matching;
  onChanged(): void;
}

const PILLS: Record<PairView["status"], [label: string, className: string]> = {
  EXACT: ["Matched", "pill-pos dot"],
  SUGGESTED: ["Suggested", "pill-warn dot"],
  MISMATCH: ["Differs", "pill-neg dot"],
  RESIDUAL: ["Same amount", "pill-warn dot"],
  MANUAL: ["Linked by hand", "pill-pos dot"],
  MISSING_IN_2B: ["Not in 2B", "pill-line"],
  MISSING_IN_BOOKS: ["No bill", "pill-neg dot"],
  IGNORED: ["Ignored", "pill-line"],
};

const DIFFERS: Record<string, string> = {
  GSTIN: "GSTIN",
  NUMBER: "number",
  DATE: "date",
  POS: "place of supply",
  REVERSE_CHARGE: "reverse charge",
  TAXABLE: "taxable value",
  IGST: "IGST",
  CGST: "CGST",
  SGST: "SGST",
  CESS: "cess",
};

/** A bill and a row of GSTR-2B side by side, with the possible actions. */
export function PairRow({ pair, matching, onChanged }: Props) {
  const { bill, row, status, counts, differences } = pair;
  const isAccepted = counts && status !== "EXACT" && status !== "MANUAL";
  const [label, className] = isAccepted ? (["Accepted", "pill-pos dot"] as const) : PILLS[status];
  const differ = differences.map((name) => DIFFERS[name]).join(", ");
  return (
    <li className="pair-2b grid gap-4-16 p-12-16 breaks text-13">
      <Side what="Bill" one={bill} differences={differences}>
        {bill ? (
          <a className="doc" href={`/bills/${bill._id}`}>
            {bill.number}
          </a>
        ) : (
          <span className="muted">No bill</span>
        )}
        <div className="cell-sub">{bill?.vendor.name}</div>
      </Side>
      <Side what="GSTR-2B" one={row} differences={differences}>
        <strong>{row ? row.number : <span className="muted">Not in GSTR-2B</span>}</strong>
        <div className="cell-sub">{row?.supplier}</div>
        {row && row.period !== matching.period && (
          <div className="cell-sub">{`in ${monthName(row.period)}`}</div>
        )}
        {row && row.available !== "Y" && (
          <div className="cell-sub error-text">{notAvailable(row)}</div>
        )}
      </Side>
      <div className="pair-2b-state">
        <span className={`pill ${className}`}>{label}</span>
        {differ && <div className="cell-sub">{`differs in ${differ}`}</div>}
        <Actions pair={pair} matching={matching} onChanged={onChanged} />
      </div>
    </li>
  );
}

const notAvailable = ({ reason }: MatchedRow) =>
  reason === "P"
    ? "No credit: place of supply"
    : reason === "C"
      ? "No credit: filed too late"
      : "No credit (marked by the portal)";

interface SideProps {
  what: string;
  one: MatchedBill | MatchedRow | null;
  differences: string[];
  children: React.ReactNode;
}

const HEADS = ["taxable", "igst", "cgst", "sgst", "cess"] as const;
const HEAD_NAMES: Record<keyof TaxesOfOne, string> = {
  taxable: "taxable",
  igst: "IGST",
  cgst: "CGST",
  sgst: "SGST",
  cess: "cess",
};

function Side({ what, one, differences, children }: SideProps) {
  return (
    <div className="pair-2b-side">
      <span className="sr-only">{what}</span>
      {children}
      {one && (
        <div className="cell-sub flex wrap">
          <span className={differences.includes("DATE") ? "is-other" : undefined}>
            {formatDate(one.date)}
          </span>
          {HEADS.filter((head) => one[head] !== 0).map((head) => (
            <span
              key={head}
              className={differences.includes(head.toUpperCase()) ? "is-other" : undefined}
            >
              {`${HEAD_NAMES[head]} ${figureText(one[head])}`}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function Actions({ pair, matching, onChanged }: Props) {
  const { bill, row, status, counts } = pair;
  const [isBusy, change] = useChange(matching.period, onChanged);
  if (!row) return null;
  const ids = { bill: bill?._id ?? null, row: row._id };
  if (status === "IGNORED" || (counts && status !== "EXACT")) {
    const label = status === "IGNORED" ? "Review again" : "Unlink";
    return (
      <Button
        look="quiet"
        label={label}
        isBusy={isBusy}
        onClick={() => change({ unlink: [ids] })}
      />
    );
  }
  if (status === "EXACT") return null;
  return (
    <div className="pair-2b-acts">
      {bill && <Button label="Accept" isBusy={isBusy} onClick={() => change({ accept: [ids] })} />}
      {bill && (
        <LinkButton
          needs="enter books"
          look="quiet"
          label="Correct the bill"
          href={`/bills/${bill._id}/edit?period=${matching.period}&row=${row._id}`}
        />
      )}
      {!bill && row.kind === "INVOICE" && (
        <LinkButton
          needs="enter books"
          icon="plus"
          label="New bill"
          href={`/bills/new?period=${matching.period}&row=${row._id}`}
        />
      )}
      {!bill && <LinkByHand row={row} matching={matching} onChanged={onChanged} />}
      {!bill && (
        <Button
          look="quiet"
          label="Ignore"
          isBusy={isBusy}
          onClick={() => change({ ignore: [ids] })}
        />
      )}
    </div>
  );
}

/** Links the row by hand to one of the unmatched bills of the same type. */
function LinkByHand({ row, matching, onChanged }: Omit<Props, "pair"> & { row: MatchedRow }) {
  const [isBusy, change] = useChange(matching.period, onChanged);
  const bills = matching.pairs.flatMap(({ bill, status }) =>
    bill && status === "MISSING_IN_2B" ? bill : [],
  );
  if (bills.length === 0) return null;
  return (
    <select
      className="input"
      aria-label={`Link ${row.number} with a bill`}
      aria-busy={isBusy}
      value=""
      onChange={({ target }) => change({ link: [{ bill: target.value, row: row._id }] })}
    >
      <option value="">Link with a bill…</option>
      {bills.map(({ _id, number, vendor, date }) => (
        <option key={_id} value={_id}>
          {`${vendor.name}, ${number}, ${formatDate(date)}`}
        </option>
      ))}
    </select>
  );
}

function useChange(period: string, onChanged: () => void) {
  const [isBusy, setBusy] = useState(false);
  const change = async (input: object) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await send("POST", `/api/gst/${period}/matching`, input);
      onChanged();
    } catch (failure) {
      showToast("error", failureText(failure, "Nothing was changed"));
    }
    setBusy(false);
  };
  return [isBusy, (input: object) => void change(input)] as const;
}
