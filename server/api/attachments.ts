import * as v from "valibot";
import {
  addAttachment,
  deleteAttachment,
  getAttachment,
  getBytesOf,
} from "../../db/attachments/attachments.ts";
import { keepBytes, readBytes } from "../../db/attachments/bytes.ts";
import { listAttachments, mayTakeLong } from "../../db/attachments/listAttachments.ts";
import { mustHoldPapers } from "../../db/attachments/records.ts";
import { verifyPapers } from "../../db/attachments/verify.ts";
import { recordView } from "../../db/engine/views.ts";
import {
  type Attachment,
  AttachmentsQuery,
  HOLDERS,
  hasPreview,
  type ListedAttachment,
  NewAttachment,
  type PapersCheck,
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
import { count, dayIfAny, deleted, id, moment, pageOf, rupees, shapeOf, text } from "./shapes.ts";

const fields = {
  _id: v.pipe(id, v.description("Of a paper that is not attached yet, its hash")),
  entity: v.nullable(v.picklist(HOLDERS)),
  id: v.pipe(v.nullable(id), v.description("Of its record")),
  name: text,
  kind: v.picklist(ATTACHMENT_KINDS),
  size: v.pipe(count, v.description("Bytes")),
  sha256: v.pipe(text, v.description("Hexadecimal")),
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
};
const attachment = shapeOf<Attachment>()(v.object(fields));
const record = v.object({
  date: dayIfAny,
  account: text,
  amount: v.nullable(rupees),
  label: text,
});
const listed = shapeOf<ListedAttachment>()(
  v.object({
    ...fields,
    record: v.pipe(v.nullable(record), v.description("null of a record that is gone")),
  }),
);
const check = shapeOf<PapersCheck>()(
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
  title: "Papers",
  about:
    "Bills, photographs and letters, attached to what they prove: PDF, JPEG, PNG, WebP or HEIC by their " +
    "first bytes, at most 10 MB each and 20 to a record. They are kept as they came. Those of a " +
    "journal are theirs who may see statements: others are answered 403.",
  schemas: { Attachment: attachment, ListedAttachment: listed },
  calls: [
    call({
      name: "addAttachment",
      method: "POST",
      path: "/api/attachments",
      summary: "Attach a paper",
      about:
        "The file as it is. Without `entity` and `id` its bytes are kept for a day, for a record that is " +
        "still to be made: attach them then by `sha256`, with an empty body. 404 where your agency has no " +
        "such bytes; 409 where the record has that paper already, or 20.",
      who: "members",
      query: {
        schemas: [NewAttachment],
        example: `entity=transaction&id=${ID.transaction}&name=cab.pdf`,
      },
      body: { csv: "%PDF-1.7\n%%EOF\n", type: "application/octet-stream", isOfAnyType: true },
      answer: { status: 201, schema: v.object({ attachment }) },
      also: [404],
      run: async ({ context, tenant, query, request, set }) => {
        const { entity, id, sha256 } = query;
        // Before ten megabytes are sent for nothing.
        withKey(tenant, request, "");
        if (entity && id) await mustHoldPapers(tenant.books.read, tenant, entity, id);
        const { attachmentQuotaMb } = context.settings;
        const kept = sha256
          ? undefined
          : await keepBytes(tenant, arriving(request), attachmentQuotaMb);
        const asked = withKey(tenant, request, JSON.stringify([query, kept?.sha256]));
        const attachment = await addAttachment(asked, query, kept);
        if (asked.idempotency?.isReplayed) set.headers["idempotent-replayed"] = "true";
        return { attachment };
      },
    }),
    call({
      name: "listAttachments",
      method: "GET",
      path: "/api/attachments",
      summary: "List papers, newest first",
      about:
        "Those of a record with `entity` and `id`; with dates, those whose record is of these days, by day.",
      who: "members",
      query: {
        schemas: [AttachmentsQuery],
        example: `entity=transaction&id=${ID.transaction}`,
      },
      answer: { status: 200, schema: pageOf(listed, {}) },
      also: [404],
      run: ({ context, asker, tenant, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, asker, "listAttachments", query)
          : listAttachments(tenant, query),
    }),
    call({
      name: "checkAttachments",
      method: "GET",
      path: "/api/attachments/check",
      summary: "Check papers by their hashes",
      about: "A part of them at a time: ask again with `after`, until `next` is null.",
      who: "check books",
      query: { schemas: [PapersCheckQuery], example: `after=${"0".repeat(64)}` },
      answer: { status: 200, schema: check },
      run: ({ context, asker, query }) =>
        context.scans.admit(asker, ({ agencyId }) =>
          verifyPapers(context.books, agencyId, query.after),
        ),
    }),
    call({
      name: "getAttachment",
      method: "GET",
      path: "/api/attachments/:id",
      summary: "Read what is known of a paper",
      who: "members",
      id: ID.attachment,
      answer: { status: 200, schema: v.object({ attachment }) },
      run: async ({ tenant, id }) => ({ attachment: await getAttachment(tenant, id) }),
    }),
    call({
      name: "getAttachmentContent",
      method: "GET",
      path: "/api/attachments/:id/content",
      summary: "Download a paper, as it came",
      who: "members",
      id: ID.attachment,
      answer: { status: 200, file: "application/pdf" },
      run: async ({ tenant, id }) => {
        const { name, kind, ...paper } = await getAttachment(tenant, id);
        const kept = await getBytesOf(tenant, { ...paper, name, kind });
        await recordView(tenant, "Attachment", {
          report: name,
          _id: paper._id,
          sha256: kept.sha256,
        });
        return new Response(streamOf(readBytes(tenant, kept)), {
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
      summary: "See a picture, drawn anew",
      about:
        "Nothing of the file is in it but its pixels: where a photograph was taken, say. 404 for a PDF, a " +
        "HEIC, or a picture that cannot be read.",
      who: "members",
      id: ID.attachment,
      query: { schemas: [PreviewQuery], example: "turn=0" },
      answer: { status: 200, file: "image/jpeg" },
      run: async ({ context, tenant, asker, id, query: { turn } }) => {
        const paper = await getAttachment(tenant, id);
        const none = `No preview of this ${KIND_NAMES[paper.kind].name}. It is kept as it is.`;
        if (!hasPreview(paper)) throw new Refusal("missing", none);
        const parts: Uint8Array[] = [];
        const kept = await getBytesOf(tenant, paper);
        for await (const part of readBytes(tenant, kept)) parts.push(part);
        const picture = { bytes: Buffer.concat(parts), turn: Number(turn), none };
        const bytes = await readFile(context, asker, "preview", picture);
        return new Response(new Uint8Array(bytes), { headers: { "content-type": "image/jpeg" } });
      },
    }),
    call({
      name: "deleteAttachment",
      method: "DELETE",
      path: "/api/attachments/:id",
      summary: "Take a paper off its record",
      about: "It is marked as deleted, and its bytes stay for as long as books have to be kept.",
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

/** A part at a time, when its reader has taken the one before. */
const streamOf = (parts: AsyncGenerator<Uint8Array>) =>
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
