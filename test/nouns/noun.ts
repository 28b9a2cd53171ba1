import type { Entity } from "../../domain/agencies/audit.ts";

/** A request to the API, without who asks. */
export interface Call {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: string;
  type?: string;
  /** Of a create: how many rows of its shelf it makes. */
  rows?: number;
}

/** Ids that writers may name. */
export interface Office {
  bank: string;
  cash: string;
  fees: string;
  rent: string;
  client: string;
  /** Of more than all payments together. */
  invoice: string;
  /** A credit note that holds something. */
  note: string;
  vendor: string;
  /** Of more than all payments together. */
  bill: string;
}

export interface Noun {
  entity: Entity;
  /** Of the API, `clients`; none where it is only another way to make one that is told already. */
  folder?: string;
  /** How often the crash test chooses it, beside the others. */
  weight: number;
  create?(write: Written, office: Office): Call;
  change?(id: string, write: Written, office: Office): Call;
  remove?(id: string): Call;
  /** How the log calls it where that is not DELETE. */
  removal?: "UPDATE";
  /** Of what is there once and always. */
  onlyOne?: string;
  /** SQL: id, mark and paise (or null) of every row that writers of the crash test made. */
  rows?: string;
  /** The fields of the audit log's record of which one holds the mark. */
  fields?: string[];
  /** What each of them books, logged beside it under the same mark. */
  books?: Entity;
}

/** A write's mark, and the number in it. */
export interface Written {
  mark: string;
  n: number;
}

export const json = (method: Call["method"], path: string, body: object): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});
export const DAY = "2026-10-05";

/** Another way to make one. */
export const other = ({ folder: _, change: __, ...noun }: Noun): Noun => noun;
