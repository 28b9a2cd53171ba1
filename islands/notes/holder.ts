/** A document with a client's or vendor's credit that is not used yet. */
export interface Holder {
  _id: string;
  /** The path segment of its page. */
  folder: "bills" | "notes" | "vouchers";
  number: string;
  held: number;
  clientId: { _id: string; displayName: string };
}
