import { useMemo } from "react";
import { today } from "../../domain/dates.ts";
import { type Account, accountFields, type Balances } from "../../domain/ledger/accounts.ts";
import { type Category, categoryFields } from "../../domain/ledger/categories.ts";
import { kindName } from "../../domain/ledger/legalForm.ts";
import { toastError } from "../browser/api.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { readLegalForm } from "../layout/identity.ts";
import { TypeCell } from "../transactions/cells.tsx";
import { Button } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { ListHead } from "../ui/Page.tsx";
import { fieldColumns, RecordTable } from "../ui/RecordTable.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { useAddKeys } from "../ui/useAddKeys.ts";
import { useBusy } from "../ui/useBusy.ts";
import { type Columns, columnHelper } from "../ui/useDataTable.tsx";
import { useRecordDialogs } from "../ui/useRecordDialogs.tsx";
import { addUsualCategories } from "./usualCategories.ts";

const isOfCategories = (search: string | null) => search?.includes("tab=categories") ?? false;

/** Returns the URL of the accounts' balances at the end of today. */
function balancesToday(): string {
  const now = today();
  return `/api/accounts/balances?${new URLSearchParams({ dateFrom: now, dateTo: now })}`;
}

const getName = ({ name }: { name: string }) => name;

export default function Masters() {
  const search = useUrlQuery();
  const say = toastError("Failed to load master data");
  const isAwake = search !== null;
  const accounts = useFetch<{ accounts: Account[] }>(isAwake ? "/api/accounts" : null, say);
  const categories = useFetch<{ categories: Category[] }>(isAwake ? "/api/categories" : null, say);
  // Today's balances are loaded after the accounts themselves.
  const held = useFetch<Balances>(accounts.data ? balancesToday() : null);
  const onChanged = () => {
    accounts.reload();
    categories.reload();
    held.reload();
  };
  const ofAccounts = useRecordDialogs<Account>({
    noun: "account",
    getName,
    onChanged,
    loadForm: () => import("./AccountForm.tsx").then(({ AccountForm }) => AccountForm),
  });
  const ofCategories = useRecordDialogs<Category>({
    noun: "category",
    plural: "categories",
    getName,
    onChanged,
    loadForm: () => import("./CategoryForm.tsx").then(({ CategoryForm }) => CategoryForm),
  });
  const showsCategories = isOfCategories(search);
  const shown = showsCategories ? ofCategories : ofAccounts;
  // Read from the address directly, because the state is not set yet.
  useAddKeys(() => (isOfCategories(location.search) ? ofCategories : ofAccounts).actions.onAdd());
  const accountColumns = useMemo(
    () => [TYPE, OPENING, balanceColumn(held.data), STATUS] as Columns<Account>,
    [held.data],
  );
  const common = { otherwise: "Failed to load master data", onRetry: onChanged };

  return (
    <>
      <ListHead
        title="Master Data"
        add={showsCategories ? "Add Category" : "Add Account"}
        onAdd={shown.actions.onAdd}
      />
      <Tabs
        label="Master data"
        chosen={showsCategories ? "category" : "account"}
        onChoose={(kind) => changeUrlQuery({ tab: kind === "category" ? "categories" : "" })}
        tabs={[
          { name: "account", label: "Accounts", count: accounts.data?.accounts.length },
          { name: "category", label: "Categories", count: categories.data?.categories.length },
        ]}
      >
        {showsCategories ? (
          <RecordTable<Category>
            {...common}
            {...ofCategories.actions}
            icon="library-big"
            noun="category"
            title="Categories"
            records={categories.data?.categories}
            failure={categories.failure}
            columns={CATEGORY_COLUMNS}
          >
            <UsualButton onDone={onChanged} />
          </RecordTable>
        ) : (
          <RecordTable<Account>
            {...common}
            {...ofAccounts.actions}
            icon="library-big"
            noun="account"
            title="Accounts"
            records={accounts.data?.accounts}
            failure={accounts.failure}
            columns={accountColumns}
          />
        )}
      </Tabs>
      {ofAccounts.drawn}
      {ofCategories.drawn}
    </>
  );
}

function UsualButton({ onDone }: { onDone(): void }) {
  const [isBusy, add] = useBusy(() => addUsualCategories().then(onDone));
  return <Button needs="enter books" label="Add common categories" isBusy={isBusy} onClick={add} />;
}

const [TYPE, OPENING_BALANCE, STATUS] = fieldColumns<Account>(accountFields, [
  ...["type", "openingBalance", "isActive"],
]);
const OPENING = { ...OPENING_BALANCE, header: "Opening Balance" };

const ofAccount = columnHelper<Account>();
const ofCategory = columnHelper<Category>();

const CATEGORY_COLUMNS: Columns<Category> = [
  ofCategory.accessor("type", {
    header: "Type",
    meta: { cell: "m-type", head: "m-type" },
    cell: ({ getValue }) => <TypeCell type={getValue()} />,
  }),
  ofCategory.accessor(({ kind }) => kindName(readLegalForm(), kind), {
    id: "kind",
    header: "Kind",
    meta: { cell: "m-kind soft", head: "m-kind" },
  }),
  ...fieldColumns<Category>(categoryFields, ["isActive"]),
];

/** The balance, with a link to the account's transactions. */
function balanceColumn(held: Balances | undefined) {
  const now = new Map(held?.balances.map((row) => [row.accountId, row.closingBalance]));
  return ofAccount.accessor(({ _id }) => now.get(_id) ?? 0, {
    id: "balance",
    header: "Balance",
    sortDescFirst: true,
    meta: { cell: "m-balance r", head: "m-balance r" },
    cell: ({ getValue, row: { original } }) =>
      now.has(original._id) ? (
        <a href={`/transactions?accountId=${original._id}&preset=custom`}>
          <Money amount={getValue()} />
        </a>
      ) : (
        "\u2026"
      ),
  });
}
