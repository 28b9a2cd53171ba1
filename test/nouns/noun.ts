import type { Entity } from "../../domain/agencies/audit.ts";

export interface Call {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: string;
  type?: string;
  rows?: number;
}

export interface Office {
  bank: string;
  cash: string;
  fees: string;
  rent: string;
  client: string;
  /** Larger than all payments together. */
  invoice: string;
  note: string;
  vendor: string;
  /** Larger than all payments together. */
  bill: string;
}

export interface Noun {
  entity: Entity;
  /** Folder of the API, such as `clients`; none if it is only another way to create a known record. */
  folder?: string;
  /** How often the crash test chooses it, relative to the others. */
  weight: number;
  create?(write: Written, office: Office): Call;
  change?(id: string, write: Written, office: Office): Call;
  remove?(id: string): Call;
  /** The log's action if it is not DELETE. */
  removal?: "UPDATE";
  onlyOne?: string;
  /** SQL: id, mark and paise (or null) of every row written by the crash test. */
  rows?: string;
  /** The fields of the audit log's record, one of which has the mark. */
  fields?: string[];
  /** Record that each of them also books, logged under the same mark. */
  books?: Entity;
}

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

export const other = ({ folder: _, change: __, ...noun }: Noun): Noun => noun;
