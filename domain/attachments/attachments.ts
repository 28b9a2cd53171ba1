import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { date, datesInOrder, id, limitSchema, oneOf, page, strictObject } from "../fields.ts";
import { type Paise, type Rupees, toDecimal, toPaise } from "../money.ts";
import type { Page } from "../page.ts";
import { isPermitted, type Permission, type Role } from "../roles.ts";
import { isCleanLine, isPlainlyMarked } from "../text.ts";
import { type AttachmentKind, KIND_NAMES } from "./kinds.ts";

/** Records that can have attachments. To add one, also add it to db/attachments/records.ts. */
export const HOLDERS = [
  ...(["transaction", "invoice", "note", "payment", "receipt", "client", "bill"] as const),
  ...(["vendor", "approval", "journal", "estimate", "voucher", "line"] as const),
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
  estimate: "Estimate",
  voucher: "Voucher",
  line: "Bank line",
};

/** Only users who can see these records see their attachments. */
const READS: { [H in Holder]?: Permission } = { journal: "view statements" };

/** Returns the extra permission to see attachments of a record, if any. */
export const findAttachmentPermission = (entity: Holder | null): Permission | undefined =>
  entity ? READS[entity] : undefined;

/** Returns the kinds of records whose attachments a role can see. */
export const holdersFor = (role: Role): readonly Holder[] =>
  HOLDERS.filter((holder) => isPermitted(role, READS[holder]));

export const ATTACHMENT_MAX_MB = 10;
export const ATTACHMENTS_MAX = 20;
/** Default quota per agency. */
export const ATTACHMENT_QUOTA_MB = 2048;

/** An attachment of a record. Uploaded before its record exists, it has no `entity` and `id`. */
export interface Attachment {
  /** The hash, if it has no record yet. */
  _id: string;
  entity: Holder | null;
  id: string | null;
  name: string;
  kind: AttachmentKind;
  /** In bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** An attachment with its record's details; null if the record was deleted. */
export interface ListedAttachment extends Attachment {
  /** Date "" and amount null if the record has none, such as a client. */
  record: { date: CalendarDate; account: string; amount: Rupees | null; label: string } | null;
}

export type AttachmentList = Page<ListedAttachment>;

/** An attachment whose stored bytes are missing or changed. */
export interface WrongAttachment extends Pick<Attachment, "_id" | "name"> {
  entity: Holder;
  id: string;
  trouble: "missing" | "changed";
}

/** Result of one step of an attachment check. */
export interface AttachmentsCheck {
  /** Number of distinct files, and their bytes. */
  checked: number;
  bytes: number;
  wrong: WrongAttachment[];
  /** The hash at which to continue; null at the end. */
  next: string | null;
}

const NAME_MAX = 200;

/** A file name. Folders are removed, because a browser or a phone may send them. */
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
const holder = oneOf("Entity", HOLDERS);

/** With `entity` and `id` the file is attached immediately. Without them it is stored for a day. */
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

/** A period selects attachments by their record's date. */
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

/** Whether the server can re-render it as a preview. Other kinds are only stored. */
export const hasPreview = ({ kind }: Pick<Attachment, "kind">): boolean =>
  kind !== "pdf" && kind !== "heic";

/** Returns a descriptive name: `2026-10-14 HDFC 340.00 Cab to Baner.pdf`. */
export function filedName({ record, kind, name }: ListedAttachment): string {
  const { date = "", account = "", amount = null, label = name } = record ?? {};
  const rupees = amount === null ? "" : toDecimal(toPaise(amount) ?? (0 as Paise));
  const words = [date, account, rupees, label].filter(Boolean).join(" ");
  const plain = words.replace(/[/\\:*?"<>|]+/g, "-").replace(/\s+/g, " ");
  return `${[...plain].slice(0, 100).join("").trim()}.${KIND_NAMES[kind].ending}`;
}

/** `after` is the `next` of the previous response. */
export const PapersCheckQuery = strictObject({ after: v.optional(sha256, "0".repeat(64)) });

export const TURNS = ["0", "90", "180", "270"] as const;

/** Clockwise rotation in degrees. */
export const PreviewQuery = strictObject({
  turn: v.optional(oneOf("Turn", TURNS), "0"),
});
