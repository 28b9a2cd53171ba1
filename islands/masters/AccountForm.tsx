import { type Account, accountFields, TypedAccount } from "../../domain/ledger/accounts.ts";
import { can } from "../browser/session.ts";
import { RecordForm, type RecordFormProps } from "../ui/RecordForm.tsx";
import { isClosed } from "./closedFields.ts";

type Props = RecordFormProps<Account> & {
  /** The initial values of a new one. */
  start?: { name: string } | undefined;
};

export function AccountForm(props: Props) {
  const mayOpen = can("set ledgers");
  return (
    <RecordForm
      {...props}
      noun="account"
      fields={accountFields}
      schema={TypedAccount}
      // An accountant can change only the opening balance.
      needs={props.record && mayOpen ? "nothing" : "enter books"}
      hidden={[
        ...(mayOpen ? [] : (["openingBalance"] as const)),
        ...(can("post at upload") ? [] : (["postSure"] as const)),
      ]}
      isClosed={isClosed}
    >
      {({ values, input }) => (
        <>
          {input("name")}
          <div className="grid-2 keep">
            {input("type")}
            {input("openingBalance", {
              ...(values.type === "Card" && { label: "Opening balance, negative if owed" }),
            })}
          </div>
          {input("isActive")}
          {input("postSure")}
        </>
      )}
    </RecordForm>
  );
}
