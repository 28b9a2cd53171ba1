import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { PARTNER_PAYMENT_NAMES, type PartnerPayment } from "../../domain/tds/partners.ts";
import { send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { openOver } from "../ui/openOver.ts";
import { PartnerPayForm } from "./PartnerPayForm.tsx";

/** A firm's pay to its partners, with its TDS. */
export function PartnersPay({ onChanged }: { onChanged(): void }) {
  const { data, reload } = useFetch<{ payments: PartnerPayment[] }>("/api/partner-payments");
  const [toDelete, setToDelete] = useState<PartnerPayment>();
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <section className="card" aria-labelledby="partners-pay">
      <h2 id="partners-pay">Partners’ pay</h2>
      {data?.payments.length === 0 && (
        <p className="muted small">
          Salary, remuneration and interest to partners. Above ₹20,000 a year, 10% TDS is deducted.
        </p>
      )}
      <ul className="tds-lines">
        {data?.payments.map((payment) => (
          <li className="grid items-center gap-4-8" key={payment._id}>
            <span>
              <a href={`/journals/${payment.journalId}`}>{payment.partner}</a>
              <span className="cell-sub">
                {[
                  PARTNER_PAYMENT_NAMES[payment.kind],
                  formatDate(payment.date),
                  payment.tdsAmount > 0 && `TDS ${moneyText(payment.tdsAmount)}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </span>
            <Money amount={payment.amount} />
            <IconButton
              needs="keep journals"
              icon="trash-2"
              label={`Delete ${payment.partner}’s pay of ${moneyText(payment.amount)}`}
              onClick={() => setToDelete(payment)}
            />
          </li>
        ))}
      </ul>
      <Button
        needs="keep journals"
        label="Credit pay…"
        onClick={() => openOver((close) => <PartnerPayForm onChanged={changed} onClose={close} />)}
      />
      {toDelete && (
        <ConfirmDelete
          title="Delete Partner’s Pay"
          run={() => send("DELETE", `/api/partner-payments/${toDelete._id}`)}
          success="Partner’s pay deleted successfully"
          otherwise="Error deleting the partner’s pay"
          onChanged={changed}
          onClose={() => setToDelete(undefined)}
        >
          <p>Are you sure you want to delete this partner’s pay? Its journal is deleted too.</p>
          <p className="strong">{`${toDelete.partner}, ${moneyText(toDelete.amount)}`}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}
