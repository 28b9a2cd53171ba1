import { useState } from "react";
import { monthShort } from "../../domain/months.ts";
import type { Deposit, TdsPayable } from "../../domain/tds/payable.ts";
import type { TdsStatement } from "../../domain/tds/statement.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { IconButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { formatShortDate } from "./words.ts";

interface Props {
  payable: TdsPayable;
  statement: TdsStatement;
  onChanged(): void;
}

/** The challans of the quarter, and whether each covers its rows. Owners can delete one. */
export function Challans({ payable, statement, onChanged }: Props) {
  const [toDelete, setToDelete] = useState<Deposit>();
  const { deposits } = payable;
  if (deposits.length === 0) return null;
  const covering = new Map(
    statement.forms.flatMap(({ challans }) =>
      challans.map(({ _id, isCovering }) => [_id, isCovering] as const),
    ),
  );
  const areAll = deposits.every(({ _id }) => covering.get(_id) !== false);
  return (
    <section className="card" aria-labelledby="challans">
      <h2 id="challans">Challans for the quarter</h2>
      <ul className="tds-lines">
        {deposits.map((deposit) => (
          <li className="grid items-center gap-4-8" key={deposit._id}>
            <span>
              {deposit.code && <span className="pill pill-line num">{deposit.code}</span>}
              {` ${[
                monthShort(deposit.month),
                formatShortDate(deposit.date),
                deposit.reference && `no. ${deposit.reference}`,
                deposit.interest > 0 && `interest ${moneyText(deposit.interest)}`,
              ]
                .filter(Boolean)
                .join(", ")}`}
              {covering.get(deposit._id) === false && (
                <span className="neg"> less than its deductions</span>
              )}
            </span>
            <Money amount={deposit.amount} />
            {can("delete deposits") && (
              <IconButton
                icon="trash-2"
                label={`Delete deposit of ${moneyText(deposit.amount)}`}
                onClick={() => setToDelete(deposit)}
              />
            )}
          </li>
        ))}
        <li className="grid items-center gap-4-8 strong">
          <span>Deposited</span>
          <Money amount={payable.deposited} />
        </li>
      </ul>
      {areAll && (
        <p className="tds-say flex items-start gap-6 small">
          <Icon name="circle-check" />
          Each challan matches its deductions to the rupee.
        </p>
      )}
      {toDelete && (
        <ConfirmDelete
          title="Delete Deposit"
          run={() => send("DELETE", `/api/tds-deposits/${toDelete._id}`)}
          success="Deposit deleted successfully"
          otherwise="Error deleting deposit"
          onChanged={onChanged}
          onClose={() => setToDelete(undefined)}
        >
          <p>Are you sure you want to delete this deposit? Its expense is deleted with it.</p>
          <p className="strong">{moneyText(toDelete.amount)}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}
