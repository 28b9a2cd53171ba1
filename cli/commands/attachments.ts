import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Option } from "commander";
import {
  type Attachment,
  type AttachmentList,
  type AttachmentsCheck,
  AttachmentsQuery,
  HOLDER_NAMES,
  HOLDERS,
  type Holder,
  type ListedAttachment,
} from "../../domain/attachments/attachments.ts";
import { KIND_NAMES, KIND_TYPES } from "../../domain/attachments/kinds.ts";
import { sizeText } from "../../domain/counts.ts";
import { findFields } from "../../domain/describeField.ts";
import type { Api } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { failToRead } from "../files.ts";
import { findDocument } from "../find.ts";
import { adviseList } from "../lists.ts";
import { findClientId, findVendorId } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type PdfOptions, saveFiles } from "../pdfs.ts";

interface Named {
  entity: Holder;
  id: string;
}

/** Finds the id of a record from its name or number. */
const FIND: Record<Holder, (api: Api, typed: string) => Promise<string> | string> = {
  transaction: (_, typed) => typed,
  invoice: async (api, typed) => (await findDocument(api, "invoice", typed))._id,
  note: async (api, typed) => (await findDocument(api, "note", typed))._id,
  payment: (_, typed) => typed,
  approval: (_, typed) => typed,
  journal: (_, typed) => typed,
  receipt: async (api, typed) => (await findDocument(api, "receipt", typed))._id,
  client: findClientId,
  bill: async (api, typed) => (await findDocument(api, "bill", typed))._id,
  vendor: async (api, typed) => (await findVendorId(api, typed)) ?? "",
  estimate: async (api, typed) => (await findDocument(api, "estimate", typed))._id,
  voucher: async (api, typed) => (await findDocument(api, "voucher", typed))._id,
  line: (_, typed) => typed,
};

/** Parses `invoice:26-27/INV/000012`. Validated before the server is called. */
export function readRecord(option: string, text: string): (api: Api) => Promise<Named> {
  const [, kind = "", typed = ""] = /^([a-z]+):(.+)$/is.exec(text.trim()) ?? [];
  const entity = HOLDERS.find((holder) => holder === kind.toLowerCase());
  if (!entity) {
    const advice = `use one of ${HOLDERS.join(", ")}, a colon, and which: invoice:26-27/INV/000012`;
    throw failUsage(`${option} ${text} is not understood`, advice);
  }
  return async (api) => ({ entity, id: await FIND[entity](api, typed) });
}

/** Attaches the files in order. Those before a refused one stay attached. */
export async function attach(
  files: string[],
  options: GlobalOptions & { to?: string },
): Promise<void> {
  if (!options.to) throw failUsage("--to is missing", "name the record, like transaction:ID");
  const find = readRecord("--to", options.to);
  for (const file of files) {
    await access(file, constants.R_OK).catch(failToRead(file, "name a file"));
    if (!(await stat(file)).isFile()) throw failUsage(`${file} is not a file`, "name a file");
  }
  const { api, output } = open(options);
  const record = await find(api);
  const attached: Attachment[] = [];
  for (const file of files) {
    const { attachment } = await api
      .json<{ attachment: Attachment }>("/attachments", "attachment", {
        method: "POST",
        query: { ...record, name: basename(file) },
        body: Bun.file(file),
        headers: {
          "content-type": "application/octet-stream",
          "idempotency-key": crypto.randomUUID(),
        },
        advice: { 404: adviseList(`${record.entity}s`) },
      })
      .catch((error) => {
        throw error instanceof Failure && files.length > 1 ? naming(error, file) : error;
      });
    attached.push(attachment);
    if (!output.json) output.note(`Attached ${attachment.name} (${sizeText(attachment.size)})`);
  }
  await output.result({ attachments: attached }, () => attached.map(({ _id }) => _id).join("\n"));
}

const naming = ({ exitCode, message, advice, answer }: Failure, file: string) =>
  new Failure(exitCode, `${file}: ${message}`, advice, { answer });

export const ATTACHMENT: Noun<ListedAttachment> = {
  filters: findFields(AttachmentsQuery),
  columns: [
    { title: "Id", text: ({ _id }) => _id },
    { title: "Date", text: ({ record }) => record?.date ?? "" },
    { title: "Of", text: ({ entity }) => entity ?? "" },
    { title: "Record", text: ({ record }) => record?.label ?? "", minWidth: 8, dropOrder: 2 },
    { title: "Name", text: ({ name }) => name, minWidth: 8, dropOrder: 1 },
    { title: "Kind", text: ({ kind }) => KIND_NAMES[kind].name, dropOrder: 3 },
    {
      title: "Size",
      text: (paper) => sizeText(paper.size),
      plain: (paper) => String(paper.size),
      align: "right",
    },
  ],
  path: "/attachments",
  help: { entity: "the record's type", id: "the record's id" },
  listOptions: [
    new Option("--of <record>", "of one record, like invoice:26-27/INV/000012").argParser(
      (text: string) => readRecord("--of", text),
    ),
  ],
  filter: async (api, { of }: ListOptions) => ({ ...(await of?.(api)) }),
};

interface ListOptions extends GlobalOptions {
  of?: (api: Api) => Promise<Named>;
}

/** Saves attachments. @throws Failure if the bytes do not match the hash */
export const getAttachments = (ids: string[], options: PdfOptions): Promise<void> =>
  saveFiles("attachment", ids, options, async (api, id) => {
    const path = `/attachments/${encodeURIComponent(id)}`;
    const { attachment } = await api.json<{ attachment: Attachment }>(path, "attachment");
    const { kind, name } = attachment;
    const fetch = () => api.file(`${path}/content`, KIND_TYPES[kind]);
    return {
      // A sender must not choose a hidden name, or one that consists of dots only.
      file: name.replace(/^[.~-]+/, "") || "attachment",
      fetch: async () => verifyHash(await fetch(), attachment),
    };
  });

/** Passes the bytes through, and fails if their hash differs from the stored one. */
export function verifyHash(
  response: Response,
  { name, sha256 }: Pick<Attachment, "name" | "sha256">,
): Response {
  const hash = new Bun.CryptoHasher("sha256");
  const proof = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      hash.update(part);
      controller.enqueue(part);
    },
    flush() {
      if (hash.digest("hex") === sha256) return;
      const advice = "ask an owner to run bahi check --attachments";
      throw new Failure(EXIT.unexpected, `${name} does not match the attached file`, advice);
    },
  });
  return new Response((response.body ?? new Blob([]).stream()).pipeThrough(proof));
}

export async function removeAttachment(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const path = `/attachments/${encodeURIComponent(id)}`;
  const { attachment } = await api.json<{ attachment: Attachment }>(path, "attachment");
  const whose = await recordText(api, attachment);
  const answer = await api.json<{ message: string }>(path, "message", { method: "DELETE" });
  await output.result(answer, () => oneLine(`Deleted ${attachment.name} from ${whose}`));
}

/** Returns the record of an attachment, as `client Konkan Foods`. */
async function recordText(api: Api, { _id, entity, id }: Attachment): Promise<string> {
  if (!entity || !id) return "its record";
  const { items } = await api.json<AttachmentList>("/attachments", "items", {
    query: { entity, id, limit: 20 },
  });
  const label = items.find((item) => item._id === _id)?.record?.label ?? id;
  return `${HOLDER_NAMES[entity].toLowerCase()} ${label}`;
}

/** Recomputes the hash of every attachment in parts. @throws Failure if one differs */
export async function verifyAttachments(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const all: AttachmentsCheck = { checked: 0, bytes: 0, wrong: [], next: null };
  do {
    const query = { after: all.next ?? undefined };
    const part = await api.json<AttachmentsCheck>("/attachments/check", "wrong", { query });
    all.checked += part.checked;
    all.bytes += part.bytes;
    all.wrong.push(...part.wrong);
    all.next = part.next;
  } while (all.next !== null);
  if (all.wrong.length === 0) {
    const every = all.checked === 1 ? "it is" : "every one is";
    const what = `${count(all.checked, "file", "different files")} with ${sizeText(all.bytes)}`;
    return output.result(all, () => `Checked ${what} by their hashes: ${every} unchanged.`);
  }
  const details = all.wrong.map(
    ({ _id, name, entity, trouble }) => `  ${_id}  ${name}, of a ${entity}: ${trouble}`,
  );
  const what = `${count(all.wrong.length, "attachment is", "attachments are")} missing or changed`;
  throw new Failure(EXIT.refused, what, "restore the attachments from a backup", {
    answer: all,
    details,
  });
}
