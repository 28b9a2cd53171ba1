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

/** Opens a form for a new record over the current form. `type` is for a category, `start` for a vendor. */
export function addHere<Kind extends keyof Makeable>(
  kind: Kind,
  type: string | undefined,
  onMade: (made: Makeable[Kind]) => void,
  start?: Parameters<typeof VendorForm>[0]["start"],
): void {
  openOver((close) => {
    const then = {
      // The response's key is the name of the record.
      onSaved: (answer: Makeable) => onMade(answer[kind]),
      onClose: close,
    };
    if (kind === "client") return <ClientForm {...then} record={undefined} />;
    if (kind === "vendor") return <VendorForm {...then} start={start} record={undefined} />;
    if (kind === "account") return <AccountForm {...then} record={undefined} />;
    return <CategoryForm {...then} type={type} record={undefined} />;
  });
}
