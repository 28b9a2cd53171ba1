import type { Client } from "../../domain/documents/clients.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { Vendor } from "../../domain/purchases/vendors.ts";
import { ClientForm } from "../clients/ClientForm.tsx";
import { AccountForm } from "../masters/AccountForm.tsx";
import { CategoryForm } from "../masters/CategoryForm.tsx";
import { VendorForm } from "../vendors/VendorForm.tsx";
import { openOver } from "./openOver.ts";

/** The records that a form can choose from and create. */
export interface Makeable {
  account: Account;
  category: Category;
  client: Client;
  vendor: Vendor;
}

interface Options<Kind extends keyof Makeable> {
  /** The type of a new category. */
  type?: string | undefined;
  /** The name of the new record, if the user has typed one. */
  name?: string;
  /** Other first values of a new vendor. */
  start?: Parameters<typeof VendorForm>[0]["start"];
  onMade(made: Makeable[Kind]): void;
}

/** Opens a form for a new record over the current form. */
export function addHere<Kind extends keyof Makeable>(kind: Kind, options: Options<Kind>): void {
  const { type, name, start, onMade } = options;
  openOver((close) => {
    const then = {
      // The response's key is the name of the record.
      onSaved: (answer: Makeable) => onMade(answer[kind]),
      onClose: close,
      record: undefined,
    };
    const party = name ? { displayName: name } : undefined;
    if (kind === "client") return <ClientForm {...then} start={party} />;
    if (kind === "vendor") return <VendorForm {...then} start={start ?? party} />;
    const named = name ? { name } : undefined;
    if (kind === "account") return <AccountForm {...then} start={named} />;
    return <CategoryForm {...then} type={type} start={named} />;
  });
}
