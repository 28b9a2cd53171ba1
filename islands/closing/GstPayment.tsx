import { formatShortDay, formatShortMonth } from "../../domain/closing/closing.ts";
import type { ChallanLine, GstPayment as Payment } from "../../domain/closing/gstPayment.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import type { HeadsView } from "../../domain/gst/returns/filings.ts";
import { figureText } from "../../domain/ledger/sheet.ts";
import { formatInr, roundToPaise } from "../../domain/money.ts";
import { failureText, send } from "../browser/api.ts";
import { beginClosing } from "../browser/closing.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useFresh } from "../browser/useFresh.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Fold } from "../ui/Fold.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** How a month's GSTR-3B is settled, and the bank line that pays it. */
export function GstPayment({ month }: { month: string }) {
  const { data, reload } = useFetch<{ payment: Payment | null }>(`/api/close/${month}/gst`);
  useFresh(reload);
  const payment = data?.payment;
  if (!payment) return null;
  return (
    <div className="parts grid gap-8">
      <SetOff month={month} payment={payment} />
      {(payment.toPay > 0 || payment.unpaid > 0) && (
        <Challan month={month} payment={payment} onMatched={reload} />
      )}
    </div>
  );
}

interface Props {
  month: string;
  payment: Payment;
}

const addHeads = ({ igst, cgst, sgst }: HeadsView) =>
  [igst, cgst, sgst].reduce((sum, amount) => sum + roundToPaise(amount), 0) / 100;

function SetOff({ month, payment: { rows, filedOn, journal } }: Props) {
  const posted = journal.length > 0;
  const state = posted
    ? `Posted when GSTR-3B was filed, ${formatDate(filedOn)}. Equal to its table 6.1.`
    : filedOn
      ? "Not posted: the month is before the start of the tax book."
      : "Posted when you mark GSTR-3B as filed. Equal to its table 6.1.";
  return (
    <section className="framed round-8 on-surface" aria-labelledby="set-off">
      <div className="row gap-12 p-12-16">
        <Icon name="scale" />
        <div className="grow min-0">
          <h3 className="text-13 semi" id="set-off">{`Set-off of ${formatShortMonth(month)}`}</h3>
          <p className="small">{state}</p>
        </div>
        <span className={`pill dot ${posted ? "pill-pos" : "pill-info"}`}>
          {posted ? "Posted" : "Proposal"}
        </span>
      </div>
      <table className="tbl small">
        <caption className="sr-only">Table 6.1, by head</caption>
        <thead>
          <tr>
            <th scope="col">In rupees</th>
            {["IGST", "CGST", "SGST", "Total"].map((head) => (
              <th scope="col" className={head === "Total" ? "r not-phone" : "r"} key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ words, heads, isSum }) => (
            <tr key={words} className={isSum ? "strong" : undefined}>
              <th scope="row">{words}</th>
              {[heads.igst, heads.cgst, heads.sgst, addHeads(heads)].map((amount, n) => (
                <td className={n === 3 ? "r num not-phone" : "r num"} key={n}>
                  {figureText(amount)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {posted && (
        <div className="p-12-16">
          <Fold
            label={`Show the journal, ${pluralize(journal.length, "line")}`}
            isFilled={false}
            className="mt-8"
          >
            <div className="text-13">
              {journal.map(({ date, ledger, reason, debit, credit }, n) => (
                <div className="row gap-12" key={n}>
                  <span className="muted small">{formatShortDay(date)}</span>
                  <span className="grow min-0">
                    {ledger} <span className="muted small">{reason}</span>
                  </span>
                  <span className="num">
                    {debit > 0 ? `${figureText(debit)} Dr` : `${figureText(credit)} Cr`}
                  </span>
                </div>
              ))}
            </div>
          </Fold>
        </div>
      )}
    </section>
  );
}

function Challan({ month, payment, onMatched }: Props & { onMatched(): void }) {
  const { challan, unpaid, toPay, filedOn } = payment;
  const name = formatShortMonth(month);
  const clears = filedOn ? `It clears GST payable of ${name}.` : "It goes into the cash ledger.";
  const text = challan
    ? `${challan.account}, ${formatShortDay(challan.date)}: ${formatInr(challan.amount)}. ${clears}`
    : unpaid > 0
      ? `${formatInr(unpaid)} to pay. No bank line equals it yet.`
      : `${formatInr(toPay)} paid.`;
  return (
    <section className="framed round-8 on-surface" aria-labelledby="challan">
      <div className="row gap-12 p-12-16">
        <Icon name="landmark" />
        <div className="grow min-0">
          <h3 className="text-13 semi" id="challan">{`Challan of ${name}`}</h3>
          <p className="small">{text}</p>
          {challan && <p className="small muted truncate">{challan.narration}</p>}
          {challan && <Acts month={month} challan={challan} onMatched={onMatched} />}
        </div>
        {challan && <span className="pill dot pill-pos">Exact</span>}
        {unpaid === 0 && <span className="pill dot pill-pos">Paid</span>}
      </div>
    </section>
  );
}

interface ActsProps {
  month: string;
  challan: ChallanLine;
  onMatched(): void;
}

function Acts({ month, challan: { _id, statementId, proposal }, onMatched }: ActsProps) {
  const [isBusy, match] = useBusy(async () => {
    try {
      await send("POST", `/api/bank-lines/${_id}/accept`, { proposal });
      showToast("success", "Challan matched");
    } catch (failure) {
      showToast("error", failureText(failure, "Failed to match the challan"));
    }
    onMatched();
  });
  return (
    <div className="row wrap gap-8 mt-8">
      <Button
        needs="enter books"
        className="btn-go"
        label="Match"
        isBusy={isBusy}
        onClick={match}
      />
      <LinkButton
        needs="enter books"
        look="quiet"
        label="Other match"
        href={`/banking/${statementId}`}
        onClick={() => beginClosing(month)}
      />
    </div>
  );
}
