import { type ComponentProps, useState } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import { showToast } from "../browser/toasts.ts";
import type { Makeable } from "./addHere.tsx";
import { Button } from "./Button.tsx";
import { isUnknown, openAccounts, SelectField } from "./Field.tsx";

type Props<Kind extends keyof Makeable> = Omit<ComponentProps<typeof SelectField>, "options"> & {
  kind: Kind;
  /** The type of a new category. */
  type?: string;
  /** Existing records, as options. */
  options: (readonly [id: string, text: string])[];
  /** Called after a new record was created and chosen. */
  onMade?(made: Makeable[Kind]): void;
};

const WORDS = {
  account: "an account",
  category: "a category",
  client: "a client",
  vendor: "a vendor",
};
/** The value of the option that creates a record; no id equals it. */
const NEW = "+";

/** Offers the agency's records. Its last option creates another without leaving the form. */
export function ChoiceField<Kind extends keyof Makeable>(props: Props<Kind>) {
  const { kind, type, options, onMade, field, help, ...select } = props;
  const [made, setMade] = useState<[id: string, text: string][]>([]);
  const add = () =>
    void import("./addHere.tsx").then(
      ({ addHere }) =>
        addHere(kind, type, (thing) => {
          const name = "displayName" in thing ? thing.displayName : thing.name;
          setMade((made) => [...made, [thing._id, name]]);
          onMade?.(thing);
          field.change(thing._id);
        }),
      () => showToast("error", "Could not reach the server. Try again."),
    );
  const ids = new Set(options.map(([id]) => id));
  const own = made.filter(([id]) => id === field.value && !ids.has(id));
  const isNone = options.length + own.length === 0 && !isUnknown(select.source);
  const isBare = isNone && !field.isClosed;
  return (
    <SelectField
      {...select}
      help={isBare ? <Button look="link" label={`Add ${WORDS[kind]} first`} onClick={add} /> : help}
      options={[...options, ...own, [NEW, `Add ${WORDS[kind]}…`]]}
      field={{ ...field, change: (value) => (value === NEW ? add() : field.change(value)) }}
    />
  );
}

type AccountProps = Omit<Props<"account">, "kind" | "label" | "options"> & {
  label?: string;
  accounts: readonly Account[];
};

/** Offers the accounts that accept entries. */
export const AccountField = ({ accounts, ...props }: AccountProps) => (
  <ChoiceField
    label="Account"
    blank="Choose..."
    {...props}
    kind="account"
    options={openAccounts(accounts)}
  />
);
