import { useState } from "react";
import type { BankedAccount } from "../../domain/banking/reconciliation.ts";
import type { Statement, StatementRow } from "../../domain/banking/statements.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading, NotLoaded } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { AccountsTable } from "./AccountsTable.tsx";
import { StatementDrop } from "./StatementDrop.tsx";
import { StatementsTable } from "./StatementsTable.tsx";

interface StatementPage {
  items: StatementRow[];
  total: number;
}

const FIRST = 5;

/** Balances of books and banks, and the remaining work. */
export default function Banking() {
  const banks = useFetch<{ accounts: BankedAccount[] }>("/api/banking");
  const list = useFetch<StatementPage>("/api/statements");
  const upload = useLazyDialog((_: { accountId?: string; files?: File[] }) =>
    import("./UploadDialog.tsx").then((m) => m.UploadDialog),
  );
  const rules = useLazyDialog((_: object) =>
    import("./RulesDialog.tsx").then((m) => m.RulesDialog),
  );
  const open = () => upload.open({});
  useKeys({ u: open }, "enter books");
  useHash({ upload: open }, "enter books");
  const accounts = banks.data?.accounts;
  return (
    <>
      <PageHead title="Banking">
        <Button look="quiet" icon="list-checks" label="Rules" onClick={() => rules.open({})} />
        <LinkButton
          icon="scale"
          label="Reconciliation"
          className="not-phone"
          href="/reconciliation"
        />
        <Button
          needs="enter books"
          look="primary"
          icon="upload"
          label="Upload statement"
          keyName="U"
          aria-keyshortcuts="u"
          className="not-phone"
          onClick={open}
        />
      </PageHead>
      {banks.failure !== undefined && !accounts ? (
        <FailedToLoad
          label="Accounts"
          failure={banks.failure}
          otherwise="Could not reach the server."
          onRetry={banks.reload}
        />
      ) : accounts ? (
        <AccountsTable
          accounts={accounts}
          statements={list.data?.items ?? []}
          onUpload={(accountId) => upload.open({ accountId })}
        />
      ) : (
        <Loading label="Accounts" text="Loading accounts..." />
      )}
      {isKnown(banks) && isKnown(list) && (
        <Statements list={list} accounts={accounts} onFiles={(files) => upload.open({ files })} />
      )}
      <section className="bar-phone" aria-label="Actions">
        <LinkButton icon="scale" label="Reconciliation" href="/reconciliation" />
        <Button needs="enter books" look="primary" icon="upload" label="Upload" onClick={open} />
      </section>
      {upload.draw((Dialog, opened) => (
        <Dialog
          {...opened}
          onKept={({ _id }: Statement) => {
            location.href = `/banking/${_id}`;
          }}
          onSeveralKept={() => {
            banks.reload();
            list.reload();
          }}
          onClose={upload.close}
        />
      ))}
      {rules.draw((Dialog) => (
        <Dialog onClose={rules.close} />
      ))}
    </>
  );
}

/** Otherwise it would move the content below when it appears. */
const isKnown = ({ data, failure }: Loaded<unknown>) => data !== undefined || failure !== undefined;

interface StatementsProps {
  list: Loaded<StatementPage>;
  accounts: BankedAccount[] | undefined;
  onFiles(files: File[]): void;
}

/** The uploaded statements, and a place to drop another. */
function Statements({ list, accounts, onFiles }: StatementsProps) {
  const [isAll, setAll] = useState(false);
  const names = new Map(accounts?.map(({ account }) => [account._id, account.name]));
  const { data, failure, reload } = list;
  const statements = data?.items ?? [];
  return (
    <div className="two-one">
      <section className="panel" aria-labelledby="came">
        <div className="panel-head">
          <h2 id="came">Statements</h2>
          {statements.length > FIRST && !isAll && (
            <Button
              look="link"
              className="spring"
              label={`All ${data?.total}`}
              onClick={() => setAll(true)}
            />
          )}
        </div>
        <StatementsTable
          statements={isAll ? statements : statements.slice(0, FIRST)}
          names={names}
        />
        {failure !== undefined && (
          <p className="entry-none">
            <NotLoaded text="Failed to load statements" onRetry={reload} />
          </p>
        )}
        {data && statements.length === 0 && <p className="entry-none">No statements yet.</p>}
      </section>
      <section className="card upload-card grid packed gap-12" aria-labelledby="drop">
        <h2 id="drop">Upload statement</h2>
        <StatementDrop onFiles={onFiles} />
        <p className="help">
          Nothing is recorded until you accept it, one by one or all confident matches at once.
        </p>
      </section>
    </div>
  );
}
