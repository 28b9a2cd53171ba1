import { ENTITIES, type Entity } from "../../domain/agencies/audit.ts";
import { entityName } from "../../domain/agencies/auditWords.ts";
import type { HistoryItem, OfRecord, TrashItem, Undone } from "../../domain/agencies/undo.ts";
import { formatMoment } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { lowerFirst, upperFirst } from "../../domain/names.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";

export interface UndoOptions extends GlobalOptions {
  /** A record, `transaction:0n8x2k9qf1m3c`. */
  since?: string;
}

export async function undo(operation: string | undefined, options: UndoOptions): Promise<void> {
  const { since } = options;
  if (!operation) {
    if (since) throw failUsage("--since needs an operation", "name the first one to undo");
    return take("/undo", options);
  }
  const path = `/operations/${encodeURIComponent(operation)}/undo`;
  return take(path, options, since === undefined ? undefined : { since: recordNamed(since) });
}

function recordNamed(text: string): OfRecord {
  const [, kind, id] = /^(\w+):(\S+)$/.exec(text.trim()) ?? [];
  if (kind && id) return { entity: entityNamed(kind), id };
  throw failUsage(`--since ${text} names no record`, "write it as transaction:0n8x2k9qf1m3c");
}

export const redo = (options: GlobalOptions): Promise<void> => take("/redo", options);

export const restore = (id: string, options: GlobalOptions): Promise<void> =>
  take(`/trash/${encodeURIComponent(id)}/restore`, options);

/** Uses a random key, so that a retry after a lost response undoes nothing more. */
async function take(path: string, options: GlobalOptions, body?: object): Promise<void> {
  const { api, output } = open(options);
  const call = {
    method: "POST" as const,
    headers: {
      "idempotency-key": crypto.randomUUID(),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    advice: { 404: "see bahi history and bahi trash list", 409: "see bahi history" },
  };
  const send = () => api.json<Undone>(path, "operation", call);
  const done = await send().catch((error) => {
    if (error instanceof Failure && error.exitCode === EXIT.unanswered) return send();
    throw error;
  });
  await output.result(done, () => oneLine(done.summary));
}

const HISTORY: Column<HistoryItem>[] = [
  { title: "Operation", text: ({ operation }) => operation ?? "" },
  { title: "When", text: ({ at }) => formatMoment(at), plain: ({ at }) => at },
  { title: "Who", text: ({ userId }) => userId.name, minWidth: 8, dropOrder: 2 },
  { title: "What", text: describeChange, minWidth: 16 },
  { title: "Undo", text: describeState, minWidth: 8, dropOrder: 1 },
];

const OWN_HISTORY = HISTORY.map((column) =>
  column.title === "What"
    ? { ...column, text: ({ summary }: HistoryItem) => oneLine(summary) }
    : column,
);

/** Describes a change by its first fields, because a record's history names only that record. */
function describeChange({ summary, fields, action }: HistoryItem): string {
  if (action !== "UPDATE" || fields.length === 0) return oneLine(summary);
  const some = fields
    .slice(0, SHOWN_FIELDS)
    .map(({ field, before, after }) => `${field} ${before || "–"} → ${after || "–"}`);
  const more = fields.length - some.length;
  return oneLine(`Changed: ${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
}

const SHOWN_FIELDS = 3;

function describeState({ isUndone, canUndo, reason }: HistoryItem): string {
  if (isUndone) return "undone";
  return canUndo ? "yes" : oneLine(reason);
}

interface History {
  items: HistoryItem[];
  next: number | null;
}

/** The API's limit, and the most for the user's own actions. */
const AT_ONCE = 50;

export async function showHistory(
  entity: string | undefined,
  id: string | undefined,
  options: GlobalOptions,
): Promise<void> {
  if (entity !== undefined && id === undefined) {
    throw failUsage("no record is named", "add its id after its type");
  }
  const named = entity === undefined ? undefined : entityNamed(entity);
  const { api } = open(options);
  const query = { ...(named && id !== undefined && { entity: named, id }) };
  const answer = await api.json<History>("/history", "items", { query });
  const many = count(answer.items.length, "operation");
  const isMore = answer.next !== null || answer.items.length === AT_ONCE;
  const all = isMore ? `The last ${many}` : many;
  const footer = () => (named ? all : `${all} by you in the last 24 hours`);
  const columns = named ? HISTORY : OWN_HISTORY;
  await printList(answer, answer.items, columns, options, footer);
}

function entityNamed(word: string): Entity {
  const named = ENTITIES.find((one) => one.toLowerCase() === word.toLowerCase());
  if (named) return named;
  const known = ENTITIES.map(lowerFirst);
  throw failUsage(`there is no kind "${word}"`, `use one of ${known.join(", ")}`);
}

const TRASH: Column<TrashItem>[] = [
  { title: "Id", text: ({ _id }) => _id },
  { title: "What", text: describeTrashItem, minWidth: 16 },
  rupeesColumn("Amount", ({ amount }) => amount ?? undefined, 3),
  { title: "Deleted by", text: ({ userId }) => userId.name, minWidth: 8, dropOrder: 2 },
  { title: "When", text: ({ at }) => formatMoment(at), plain: ({ at }) => at, dropOrder: 1 },
  {
    title: "Restore",
    text: ({ canRestore, reason }) => (canRestore ? "yes" : oneLine(reason)),
    minWidth: 8,
  },
];

/** Returns the type and name of a record, without words repeated in the other columns. */
function describeTrashItem({ entity, summary, amount }: TrashItem): string {
  const sum = amount === null ? "" : `, ${formatInr(amount)}`;
  const name = sum && summary.endsWith(sum) ? summary.slice(0, -sum.length) : summary;
  const kind = entityName(entity);
  const namesKind = name.toLowerCase().includes(kind.toLowerCase());
  return oneLine(namesKind ? upperFirst(name) : `${kind} ${name}`);
}

export interface TrashOptions extends GlobalOptions {
  search?: string;
  kind?: string;
}

export async function listTrash(options: TrashOptions): Promise<void> {
  const { api } = open(options);
  const { search, kind } = options;
  const query = { ...(search && { q: search }), ...(kind && { entity: entityNamed(kind) }) };
  type Page = { items: TrashItem[]; next: number | null };
  const foundText = ({ items, next }: Page) =>
    `${next === null ? "" : "The last "}${count(items.length, "record")}`;
  const answer = await api.json<Page>("/trash", "items", { query });
  await printList(answer, answer.items, TRASH, options, () =>
    answer.items.length === 0 ? "No deleted records" : foundText(answer),
  );
}
