import { useState } from "react";
import type { Client } from "../../domain/documents/clients.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { showToast } from "../browser/toasts.ts";
import type { Makeable } from "./addHere.tsx";
import { ComboField, type ComboProps } from "./ComboField.tsx";
import type { ComboOption } from "./findOptions.ts";
import { Money } from "./Money.tsx";

type Props<Kind extends keyof Makeable> = Omit<ComboProps, "kind" | "onCreate"> & {
  kind: Kind;
  /** The type of a new category. */
  type?: string;
  /** Called after a new record was created and chosen. */
  onMade?(made: Makeable[Kind]): void;
};

const WORDS = {
  account: "an account",
  category: "a category",
  client: "a client",
  vendor: "a vendor",
};

/** Offers the agency's records, and creates another without leaving the form. */
export function ChoiceField<Kind extends keyof Makeable>(props: Props<Kind>) {
  const { kind, type, options, onMade, field, ...input } = props;
  const [made, setMade] = useState<ComboOption[]>([]);
  const add = (name: string) =>
    void import("./addHere.tsx").then(
      ({ addHere }) =>
        addHere(kind, {
          type,
          name,
          onMade: (thing) => {
            const text = "displayName" in thing ? thing.displayName : thing.name;
            setMade((made) => [...made, { value: thing._id, text }]);
            onMade?.(thing);
            field.change(thing._id);
          },
        }),
      () => showToast("error", "Could not reach the server. Try again."),
    );
  const own = made.filter(({ value }) => !options.some((option) => option.value === value));
  return (
    <ComboField
      {...input}
      kind={WORDS[kind]}
      options={[...options, ...own]}
      field={field}
      onCreate={add}
    />
  );
}

/** Converts named records to the options of a combobox. */
export const namedChoices = (things: readonly { _id: string; name: string }[]): ComboOption[] =>
  things.map(({ _id, name }) => ({ value: _id, text: name }));

type Party = Pick<Client, "_id" | "displayName" | "gstin" | "phone" | "email" | "billingName">;

/** Converts clients or vendors to options that are found by name, GSTIN, phone and e-mail. */
export const partyChoices = (parties: readonly (Party & { balance?: number })[]): ComboOption[] =>
  parties.map(({ _id, displayName, gstin, phone, email, billingName, balance }) => ({
    value: _id,
    text: displayName,
    facts: [
      { label: "GSTIN", text: gstin },
      { label: "Phone", text: phone },
      { label: "E-mail", text: email, isHidden: true },
      { label: "Billing name", text: billingName, isHidden: true },
    ],
    ...(balance && { figure: { amount: <Money amount={balance} />, note: "due" } }),
  }));

/** Converts accounts that accept entries to options: `HDFC Current (Bank)`. */
export const accountChoices = (accounts: readonly Account[]): ComboOption[] =>
  accounts.flatMap(({ _id, name, type, isActive }) =>
    isActive ? [{ value: _id, text: `${name} (${type})` }] : [],
  );

type AccountProps = Omit<Props<"account">, "kind" | "label" | "options"> & {
  label?: string;
  accounts: readonly Account[];
  /** An account that is shown but cannot be chosen. */
  barred?: string;
};

/** Offers the accounts that accept entries. */
export const AccountField = ({ accounts, barred, ...props }: AccountProps) => (
  <ChoiceField
    label="Account"
    {...props}
    kind="account"
    options={accountChoices(accounts).map((option) => ({
      ...option,
      isDisabled: option.value === barred,
    }))}
  />
);
