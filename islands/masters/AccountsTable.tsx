import type { Account } from "../../domain/accounts.ts";
import { Money } from "../parts/Money.tsx";
import type { MasterActions } from "./kinds.ts";
import { type MasterColumn, MasterTable } from "./MasterTable.tsx";

const COLUMNS: MasterColumn<Account>[] = [
  { id: "type", header: "Type", cell: ({ type }) => type },
  {
    id: "openingBalance",
    header: "Opening Balance",
    cell: ({ openingBalance }) => <Money amount={openingBalance} />,
  },
];

export function AccountsTable(props: MasterActions & { accounts: Account[] | undefined }) {
  return (
    <MasterTable
      {...props}
      name="Accounts"
      things={props.accounts}
      columns={COLUMNS}
      empty="No accounts yet"
      add="Add an account"
    />
  );
}
