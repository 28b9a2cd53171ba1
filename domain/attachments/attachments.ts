import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { date, datesInOrder, id, limitSchema, page, strictObject } from "../fields.ts";
import { type Paise, type Rupees, toDecimal, toPaise } from "../money.ts";
import { isPermitted, type Permission, type Role } from "../roles.ts";
import { isCleanLine, isPlainlyMarked } from "../text.ts";
import { type AttachmentKind, KIND_NAMES } from "./kinds.ts";

/** What papers are attached to: one more is a word here and a line in db/attachments/records.ts. */
export const HOLDERS = [
  ...(["transaction", "invoice", "note", "payment", "receipt", "client", "bill"] as const),
  ...(["vendor", "approval", "journal"] as const),
] as const;
export type Holder = (typeof HOLDERS)[number];

export const HOLDER_NAMES: Record<Holder, string> = {
  transaction: "Transaction",
  invoice: "Invoice",
  note: "Note",
  payment: "Payment",
  receipt: "Receipt",
  client: "Client",
  bill: "Bill",
  vendor: "Vendor",
  approval: "Approval request",
  journal: "Journal",
};

/** Papers of these are theirs alone who may see the record. */
const READS: { [H in Holder]?: Permission } = { journal: "view statements" };

/** What it takes to see papers of a kind of record, beside reading the books at all. */
export const findAttachmentPermission = (entity: Holder | null): Permission | undefined =>
  entity ? READS[entity] : undefined;

/** The kinds of records whose papers a role may see. */
export const holdersFor = (role: Role): readonly Holder[] =>
  HOLDERS.filter((holder) => isPermitted(role, READS[holder]));

export const ATTACHMENT_MAX_MB = 10;
export const ATTACHMENTS_MAX = 20;
/** Of an agency, if the server has no other setting. */
export const ATTACHMENT_QUOTA_MB = 2048;

/** A paper of a record; one that was uploaded before its record is there has no `entity` and no `id`. */
export interface Attachment {
  /** Of a paper without a record, its hash. */
  _id: string;
  entity: Holder | null;
  id: string | null;
  name: string;
  kind: AttachmentKind;
  /** Bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** With what its record says; nothing of a record that is gone. */
export interface ListedAttachment extends Attachment {
  /** The date is "" and the amount null of what has none: a client. */
  record: { date: CalendarDate; account: string; amount: Rupees | null; label: string } | null;
}

export interface AttachmentList {
  items: ListedAttachment[];
  total: number;
  page: number;
  totalPages: number;
}

/** A paper whose bytes are not there, or not what they were. */
export interface WrongAttachment extends Pick<Attachment, "_id" | "name"> {
  entity: Holder;
  id: string;
  trouble: "missing" | "changed";
}

/** What a part of a check of papers found. */
export interface AttachmentsCheck {
  /** Different papers, and their bytes. */
  checked: number;
  bytes: number;
  wrong: WrongAttachment[];
  /** The hash after which to go on; null where all are checked. */
  next: string | null;
}

const NAME_MAX = 200;

/** A file's name as it is kept: its folders are left out, for a browser or a phone may send them. */
const fileName = v.pipe(
  v.string("Name is required"),
  v.maxLength(4 * NAME_MAX, "Name is too long"),
  v.check(
    (name) => isCleanLine(name) && isPlainlyMarked(name),
    "Name may not contain hidden characters",
  ),
  v.normalize("NFC"),
  v.transform((name) => (name.split(/[/\\]/).at(-1) ?? "").trim()),
  v.check((name) => !/^\.*$/.test(name), "Name is required"),
  v.maxLength(NAME_MAX, "Name is too long"),
);

const sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, "sha256 must be 64 hexadecimal digits"),
);
const holder = v.picklist(HOLDERS, `Entity must be one of ${HOLDERS.join(", ")}`);

/** With `entity` and `id` it is attached at once; without them its bytes are kept for a day. */
export const NewAttachment = v.pipe(
  strictObject({
    entity: v.optional(holder),
    id: v.optional(id("Id is required")),
    name: fileName,
    sha256: v.optional(
      v.pipe(
        sha256,
        v.description("Hash of a file that was already uploaded; send an empty body with it"),
      ),
    ),
  }),
  v.check(
    ({ entity, id }) => (entity === undefined) === (id === undefined),
    "Send entity and id together",
  ),
  v.check(
    ({ entity, sha256 }) => !sha256 || entity !== undefined,
    "Send entity and id with sha256",
  ),
);
export type NewAttachment = v.InferOutput<typeof NewAttachment>;

/** Of a period are papers whose record is of one of its days. */
export const AttachmentsQuery = v.pipe(
  strictObject({
    entity: v.optional(holder),
    id: v.optional(id("Id is required")),
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    page,
    limit: limitSchema(ATTACHMENTS_MAX),
  }),
  v.check(({ entity, id }) => id === undefined || entity !== undefined, "Send entity with id"),
  datesInOrder(),
);
export type AttachmentsQuery = v.InferOutput<typeof AttachmentsQuery>;

/** Whether it can be shown drawn anew: the others are kept as they are. */
export const hasPreview = ({ kind }: Pick<Attachment, "kind">): boolean =>
  kind !== "pdf" && kind !== "heic";

/** `2026-10-14 HDFC 340.00 Cab to Baner.pdf`: as an accountant files it. */
export function filedName({ record, kind, name }: ListedAttachment): string {
  const { date = "", account = "", amount = null, label = name } = record ?? {};
  const rupees = amount === null ? "" : toDecimal(toPaise(amount) ?? (0 as Paise));
  const words = [date, account, rupees, label].filter(Boolean).join(" ");
  const plain = words.replace(/[/\\:*?"<>|]+/g, "-").replace(/\s+/g, " ");
  return `${[...plain].slice(0, 100).join("").trim()}.${KIND_NAMES[kind].ending}`;
}

/** `after`: the `next` of the call before. */
export const PapersCheckQuery = strictObject({ after: v.optional(sha256, "0".repeat(64)) });

export const TURNS = ["0", "90", "180", "270"] as const;

/** How far a picture is turned to the right, in degrees. */
export const PreviewQuery = strictObject({
  turn: v.optional(v.picklist(TURNS, `Turn must be one of ${TURNS.join(", ")}`), "0"),
});
