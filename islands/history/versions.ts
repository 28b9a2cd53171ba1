import type { HistoryItem } from "../../domain/agencies/undo.ts";
import { andMore } from "../../domain/counts.ts";

/** A field of a version, with what it was before and what it is now. */
export interface VersionField {
  field: string;
  before: string;
  value: string;
  current: string;
}

/** A record as one change left it. */
export interface Version {
  item: HistoryItem;
  fields: VersionField[];
}

/** The versions of a record, newest first as its history is: each change laid over those before it. */
export function versionsOf(items: HistoryItem[]): Version[] {
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
      }))
      .filter(({ before, value, current }) => before || value || current),
  }));
}

/** What a version is called: `Created`, or the fields that changed: `Amount, notes`. */
export function titleOf({ action, fields, undoes }: HistoryItem): string {
  if (action === "CREATE") return undoes ? "Restored" : "Created";
  if (action === "DELETE") return "Deleted";
  const [first, ...more] = fields.map(({ field }) => field);
  if (!first) return "Saved without changes";
  const rest = more.slice(0, 2).map((field) => lower(field));
  return [first, ...rest].join(", ") + andMore(more.length - rest.length);
}

/** In the middle of a sentence; GSTIN stays as it is. */
export const lower = (field: string): string =>
  /^[A-Z]{2}/.test(field) ? field : field.toLowerCase();
