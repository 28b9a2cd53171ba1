import * as v from "valibot";
import {
  addAttachment,
  deleteAttachment,
  getAttachment,
  getBytes,
} from "../../db/attachments/attachments.ts";
import { readBytes, storeBytes } from "../../db/attachments/bytes.ts";
import { listAttachments, mayTakeLong } from "../../db/attachments/listAttachments.ts";
import { assertHoldsAttachments } from "../../db/attachments/records.ts";
import { verifyAttachments } from "../../db/attachments/verify.ts";
import { recordView } from "../../db/engine/views.ts";
import {
  type Attachment,
  type AttachmentsCheck,
  AttachmentsQuery,
  HOLDERS,
  hasPreview,
  type ListedAttachment,
  NewAttachment,
  PapersCheckQuery,
  PreviewQuery,
} from "../../domain/attachments/attachments.ts";
import { ATTACHMENT_KINDS, KIND_NAMES, KIND_TYPES } from "../../domain/attachments/kinds.ts";
import { Refusal } from "../../domain/refusal.ts";
import { withKey } from "../http/body.ts";
import { attachmentHeaders } from "../http/download.ts";
import { readFile } from "../http/fileReads.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createPageShape,
  createShape,
  dayIfAny,
  deleted,
  id,
  moment,
  rupees,
  text,
} from "./shapes.ts";

const fields = {
  _id: v.pipe(id, v.description("Hash of an uploaded file that is not attached yet")),
  entity: v.nullable(v.picklist(HOLDERS)),
  id: v.pipe(v.nullable(id), v.description("Amount of its record")),
  name: text,
  kind: v.picklist(ATTACHMENT_KINDS),
  size: v.pipe(count, v.description("Bytes")),
  sha256: v.pipe(text, v.description("Hexadecimal")),
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
};
const attachment = createShape<Attachment>()(v.object(fields));
const record = v.object({
  date: dayIfAny,
  account: text,
  amount: v.nullable(rupees),
  label: text,
});
const listed = createShape<ListedAttachment>()(
  v.object({
    ...fields,
    record: v.pipe(v.nullable(record), v.description("Null if the record no longer exists")),
  }),
);
const check = createShape<AttachmentsCheck>()(
  v.object({
    checked: count,
    bytes: count,
    wrong: v.array(
      v.object({
        _id: id,
        entity: v.picklist(HOLDERS),
        id,
        name: text,
        trouble: v.picklist(["missing", "changed"]),
      }),
    ),
    next: v.nullable(text),
  }),
);

export const attachments: Group = {
  title: "Attachments",
  about:
    "Bills, photos and letters attached to records: PDF, JPEG, PNG, WebP or HEIC (detected from " +
    "the first bytes), at most 10 MB each and 20 per record. Files are stored unchanged. " +
    "Attachments of a journal need permission to view statements (403).",
  schemas: { Attachment: attachment, ListedAttachment: listed },
  calls: [
    call({
      name: "addAttachment",
      method: "POST",
      path: "/api/attachments",
      summary: "Attach a file",
      about:
        "Send the file itself. Without `entity` and `id`, the bytes are kept for a day so that " +
        "you can attach them by `sha256`, with an empty body, once the record exists. Returns 404 " +
        "if your agency has no such bytes, and 409 if the record already has this file or has 20 " +
        "attachments.",
      who: "members",
      query: {
        schemas: [NewAttachment],
        example: `entity=transaction&id=${ID.transaction}&name=cab.pdf`,
      },
      body: { csv: "%PDF-1.7\n%%EOF\n", type: "application/octet-stream", isOfAnyType: true },
      answer: { status: 201, schema: v.object({ attachment }) },
      also: [404],
      run: async ({ context, tenant, query, request }) => {
        const { entity, id, sha256 } = query;
        // Before the client uploads ten megabytes in vain.
        withKey(tenant, request, "");
        if (entity && id) await assertHoldsAttachments(tenant.books.read, tenant, entity, id);
        const { attachmentQuotaMb } = context.settings;
        const stored = sha256
          ? undefined
          : await storeBytes(tenant, arriving(request), attachmentQuotaMb);
        const keyed = withKey(tenant, request, JSON.stringify([query, stored?.sha256]));
        return { attachment: await addAttachment(keyed, query, stored) };
      },
    }),
    call({
      name: "listAttachments",
      method: "GET",
      path: "/api/attachments",
      summary: "List attachments, newest first",
      about:
        "Filter by record with `entity` and `id`, or by the date of the record: then oldest first.",
      who: "members",
      query: {
        schemas: [AttachmentsQuery],
        example: `entity=transaction&id=${ID.transaction}`,
      },
      answer: { status: 200, schema: createPageShape(listed, {}) },
      also: [404],
      run: ({ context, caller, tenant, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, caller, "listAttachments", query)
          : listAttachments(tenant, query),
    }),
    call({
      name: "checkAttachments",
      method: "GET",
      path: "/api/attachments/check",
      summary: "Verify attachments against their hashes",
      about: "Checks one part at a time: call again with `after` until `next` is null.",
      who: "check books",
      query: { schemas: [PapersCheckQuery], example: `after=${"0".repeat(64)}` },
      answer: { status: 200, schema: check },
      run: ({ context, caller, query }) =>
        context.scanLimit.admit(caller, ({ agencyId }) =>
          verifyAttachments(context.books, agencyId, query.after),
        ),
    }),
    call({
      name: "getAttachment",
      method: "GET",
      path: "/api/attachments/:id",
      summary: "Get the details of an attachment",
      who: "members",
      id: ID.attachment,
      answer: { status: 200, schema: v.object({ attachment }) },
      run: async ({ tenant, id }) => ({ attachment: await getAttachment(tenant, id) }),
    }),
    call({
      name: "getAttachmentContent",
      method: "GET",
      path: "/api/attachments/:id/content",
      summary: "Download an attachment, unchanged",
      who: "members",
      id: ID.attachment,
      answer: { status: 200, file: "application/pdf" },
      run: async ({ tenant, id }) => {
        const { name, kind, ...entry } = await getAttachment(tenant, id);
        const stored = await getBytes(tenant, { ...entry, name, kind });
        await recordView(tenant, "Attachment", {
          report: name,
          _id: entry._id,
          sha256: stored.sha256,
        });
        return new Response(toStream(readBytes(tenant, stored)), {
          headers: {
            ...attachmentHeaders(name, KIND_TYPES[kind]),
            "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          },
        });
      },
    }),
    call({
      name: "getAttachmentPreview",
      method: "GET",
      path: "/api/attachments/:id/preview",
      summary: "Get a preview of a picture",
      about:
        "A redrawn image that contains only the pixels, without metadata such as where a photo " +
        "was taken. Returns 404 for a PDF, a HEIC, or a picture that cannot be read.",
      who: "members",
      id: ID.attachment,
      query: { schemas: [PreviewQuery], example: "turn=0" },
      answer: { status: 200, file: "image/jpeg" },
      run: async ({ context, tenant, caller, id, query: { turn } }) => {
        const entry = await getAttachment(tenant, id);
        const none = `No preview of this ${KIND_NAMES[entry.kind].name}. Download it to view it.`;
        if (!hasPreview(entry)) throw new Refusal("missing", none);
        const parts: Uint8Array[] = [];
        const stored = await getBytes(tenant, entry);
        for await (const part of readBytes(tenant, stored)) parts.push(part);
        const picture = { bytes: Buffer.concat(parts), turn: Number(turn), none };
        const bytes = await readFile(context, caller, "preview", picture);
        return new Response(new Uint8Array(bytes), { headers: { "content-type": "image/jpeg" } });
      },
    }),
    call({
      name: "deleteAttachment",
      method: "DELETE",
      path: "/api/attachments/:id",
      summary: "Delete an attachment",
      about: "Marks the attachment as deleted. The bytes stay for as long as books must be kept.",
      who: "members",
      id: ID.attachment,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await deleteAttachment(tenant, id);
        return { message: "Attachment deleted successfully" };
      },
    }),
  ],
};

async function* arriving(request: Request): AsyncGenerator<Uint8Array> {
  yield* request.body ?? new Blob([]).stream();
  if (request.signal.aborted) throw new Refusal("invalid", "The upload was cut off");
}

/** Streams the parts one at a time, as the reader consumes them. */
const toStream = (parts: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void parts.return(undefined),
    },
    { highWaterMark: 0 },
  );
