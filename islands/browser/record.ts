import type { Entity } from "../../domain/agencies/audit.ts";
import { type CommentedRecord, isCommented } from "../../domain/comments/threads.ts";

/** The pages of records: first part of the path, and the type of record with a page or row there. */
const SHOWN: [folder: string, entity: Entity, query?: string][] = [
  ["transactions", "Transaction"],
  ["invoices", "Invoice"],
  ["notes", "Note"],
  ["estimates", "Estimate"],
  ["vouchers", "Voucher"],
  ["receipts", "Receipt"],
  ["bills", "Bill"],
  ["journals", "Journal"],
  ["clients", "Client", "client"],
  ["vendors", "Vendor", "vendor"],
];

/** Returns the path of a record; undefined if it has no page. */
export function recordPath(entity: string, id: string): string | undefined {
  const [folder, , query] = SHOWN.find((one) => one[1] === entity) ?? [];
  if (!folder) return { Account: MASTERS, Category: `${MASTERS}?tab=categories` }[entity];
  if (folder === "transactions") return "/transactions";
  return query ? `/${folder}?${query}=${id}` : `/${folder}/${id}`;
}

const MASTERS = "/settings/masters";

/** Returns the path of the history of this page's record, or of the row with keyboard focus. */
export function historyHere(): string | undefined {
  const record = recordHere();
  return record && `/history?${new URLSearchParams({ ...record })}`;
}

/** Returns the record with comments of this page, or of the row with keyboard focus. */
export function commentedHere(): CommentedRecord | undefined {
  const { entity = "", id = "" } = recordHere() ?? {};
  const name = entity.toLowerCase();
  return isCommented(name) ? { entity: name, id } : undefined;
}

function recordHere(): { entity: Entity; id: string } | undefined {
  const { pathname, search } = location;
  const [, folder = "", second] = pathname.split("/");
  const params = new URLSearchParams(search);
  const row = document.querySelector<HTMLElement>("tr.is-current[data-id]")?.dataset.id;
  if (pathname === MASTERS) {
    return named(params.get("tab") === "categories" ? "Category" : "Account", row);
  }
  const [, entity, query] = SHOWN.find(([one]) => one === folder) ?? [];
  if (!entity) return undefined;
  return named(entity, second ?? (query && params.get(query)) ?? row);
}

const named = (entity: Entity, id: string | null | undefined) =>
  id && id !== "new" ? { entity, id } : undefined;
