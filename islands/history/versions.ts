import type { Entity } from "../../domain/agencies/audit.ts";
import { lowerLabel } from "../../domain/agencies/auditFields.ts";
import type { HistoryItem } from "../../domain/agencies/undo.ts";
import { formatMore } from "../../domain/counts.ts";

/** A field of a version, with its previous and current value. */
export interface VersionField {
  field: string;
  before: string;
  value: string;
  current: string;
  /**
   * Whether other records change it without an entry in this log, so that its current value is unknown
   * here.
   */
  isDerived: boolean;
}

/** A record as one change left it. */
export interface Version {
  item: HistoryItem;
  fields: VersionField[];
}

/** Returns the versions of a record, newest first, by applying each change to those before it. */
export function buildVersions(items: HistoryItem[]): Version[] {
  const state = new Map<string, string>();
  const changes = items.toReversed();
  for (const { fields } of changes) {
    for (const { field, before } of fields) if (!state.has(field)) state.set(field, before);
  }
  const states = changes.map((item) => {
    const before = new Map(state);
    for (const { field, after } of item.fields) state.set(field, after);
    return { item, before, after: new Map(state) };
  });
  const at = (fields: Map<string, string>, field: string) => fields.get(field) ?? "";
  return states.toReversed().map(({ item, before, after }) => ({
    item,
    fields: [...state.keys()]
      .map((field) => ({
        field,
        before: at(before, field),
        value: at(after, field),
        current: at(state, field),
        isDerived: DERIVED[item.entity]?.includes(field) ?? false,
      }))
      .filter(({ before, value, current }) => before || value || current),
  }));
}

const OF_DOCUMENTS = [
  "Status",
  "Received",
  "Credit applied",
  "Advances used",
  "Written off",
  "Balance",
];
/** Fields that follow from payments, notes and advances. */
const DERIVED: Partial<Record<Entity, string[]>> = {
  Invoice: [...OF_DOCUMENTS, "TDS"],
  Bill: [...OF_DOCUMENTS, "Paid", "TDS deducted", "To pay"],
  Note: [...OF_DOCUMENTS, "Applied", "Refunded", "Held"],
  Voucher: [...OF_DOCUMENTS, "Applied", "Refunded", "Held"],
  Estimate: ["Status", "Billed"],
};

/**
 * Returns the fields of a version's table. Derived fields appear only if the version itself changed them.
 */
export const listShownFields = ({ item, fields }: Version): VersionField[] =>
  fields.filter(
    ({ isDerived, before, value }) => !isDerived || (item.action === "UPDATE" && before !== value),
  );

/** Returns the title of a version: `Created`, or the changed fields: `Amount, notes`. */
export function describeVersion({ action, fields, undoes }: HistoryItem): string {
  if (action === "CREATE") return undoes ? "Restored" : "Created";
  if (action === "DELETE") return "Deleted";
  const [first, ...more] = fields.map(({ field }) => field);
  if (!first) return "Saved without changes";
  const rest = more.slice(0, 2).map((field) => lowerLabel(field));
  return [first, ...rest].join(", ") + formatMore(more.length - rest.length);
}
