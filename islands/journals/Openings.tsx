import { useId } from "react";
import type { LedgerBalance } from "../../domain/ledger/journals.ts";
import { balanceText } from "../../domain/ledger/sheet.ts";
import { toRupees } from "../../domain/money.ts";
import { useFetch } from "../browser/useFetch.ts";
import { FormWaiting } from "../invoices/FormData.tsx";
import { Allowed } from "../ui/Allowed.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { AmountCell, amountError } from "./AmountCell.tsx";
import { createSideFields } from "./sides.ts";
import { Totals } from "./Totals.tsx";
import { groupBySection, type OpeningsForm, type Row, useOpenings } from "./useOpenings.ts";

const TITLE = "Opening balances";
const BACK = { href: "/reports/trial-balance", label: "Back to Trial balance" };

export default function Openings() {
  return (
    <Allowed title={TITLE} permission="set ledgers">
      <Open />
    </Allowed>
  );
}

function Open() {
  const { data, failure, reload } = useFetch<{ ledgers: LedgerBalance[] }>("/api/ledgers");
  if (data) return <Sheet ledgers={data.ledgers} />;
  return <FormWaiting title={TITLE} label={TITLE} failure={failure} onRetry={reload} />;
}

function Sheet({ ledgers }: { ledgers: LedgerBalance[] }) {
  const form = useOpenings(ledgers);
  const { excess } = form.sums;
  const difference = balanceText(toRupees(-excess));
  return (
    <>
      <PageHead title={TITLE} back={BACK} />
      <FormNotices form={form} />
      <form {...form.props} className="panel journal-form">
        <section className="section" aria-label="Ledgers">
          <div className="items sides">
            <div className="items-head" aria-hidden="true">
              <span>Ledger</span>
              <span className="r">Debit</span>
              <span className="r">Credit</span>
            </div>
            <Accounts ledgers={ledgers} />
            {groupBySection(form.values.lines).map(([name, rows]) => (
              // biome-ignore lint/a11y/useSemanticElements: a part of a sheet is no fieldset.
              <div key={name} role="group" aria-label={name}>
                <h2 className="sides-part small muted">{name}</h2>
                {rows.map((row) => (
                  <Line
                    key={row.key}
                    form={form}
                    row={row}
                    index={form.values.lines.indexOf(row)}
                  />
                ))}
              </div>
            ))}
            <Totals sums={form.sums}>
              {excess === 0n ? (
                <span className="pos key">
                  <Icon name="circle-check" />
                  Debits equal credits
                </span>
              ) : (
                <span className="soft">
                  {`The difference, ${difference}, is shown under owners’ funds as Opening balances`}
                </span>
              )}
            </Totals>
          </div>
        </section>
        <div className="form-foot">
          <SubmitButton
            form={form}
            label="Save Opening Balances"
            className="spring"
            aria-keyshortcuts="Control+Enter"
            keyName="Ctrl ↵"
          />
        </div>
      </form>
    </>
  );
}

/** The opening balances of accounts, which are set on the accounts' page. */
function Accounts({ ledgers }: { ledgers: LedgerBalance[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a sheet is no fieldset.
    <div role="group" aria-label="Accounts">
      <h2 className="sides-part small muted">
        Accounts (edit in{" "}
        <a className="inline-block underlined" href="/settings/masters">
          Master Data
        </a>
        )
      </h2>
      {ledgers
        .filter(({ kind }) => kind === "account")
        .map(({ _id, name, openingBalance }) => (
          <div className="item" key={_id}>
            <span className="strong">{name}</span>
            <span className="num r is-read">
              {openingBalance > 0 && balanceText(openingBalance)}
            </span>
            <span className="num r is-read">
              {openingBalance < 0 && balanceText(openingBalance)}
            </span>
          </div>
        ))}
    </div>
  );
}

function Line({ form, row, index }: { form: OpeningsForm; row: Row; index: number }) {
  const id = useId();
  const { debit, credit } = createSideFields(form, row, index);
  const error = amountError(debit) ?? amountError(credit);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a sheet is no fieldset.
    <div className="item" role="group" aria-label={row.name}>
      <span className="i-desc strong">{row.name}</span>
      <AmountCell label="Debit" field={debit} note={id} />
      <AmountCell label="Credit" field={credit} note={id} />
      {error && (
        <p className="i-note error" id={id}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}
