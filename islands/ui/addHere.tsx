import type { Client } from "../../domain/documents/clients.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { ClientForm } from "../clients/ClientForm.tsx";
import { MasterDialog } from "../masters/MasterDialog.tsx";
import { openOver } from "./openOver.ts";

/** What a form can choose and make at once. */
export interface Makeable {
  account: Account;
  category: Category;
  client: Client;
}

/** Opens the form of a new one over the form that wants it. `type`: of a category. */
export function addHere<Kind extends keyof Makeable>(
  kind: Kind,
  type: string | undefined,
  onMade: (made: Makeable[Kind]) => void,
): void {
  openOver((close) => {
    const then = {
      // An answer is named after what it holds.
      onSaved: (answer: Makeable) => onMade(answer[kind]),
      onClose: close,
    };
    return kind === "client" ? (
      <ClientForm {...then} client={undefined} onDelete={undefined} />
    ) : (
      <MasterDialog {...then} kind={kind} thing={undefined} type={type} />
    );
  });
}
