import { getAttachmentStore } from "../../db/attachments/store.ts";
import { joined } from "../pictures.ts";
import { type Caller, made, type World } from "../world.ts";

export const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
export const PDF = toBytes("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

export const buildPdf = (text: string) => joined(PDF, toBytes(text));

export const sha256 = (bytes: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

export const send = (
  by: Caller,
  query: Record<string, string>,
  content: Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string> = {},
) => by.call("POST", `/api/attachments?${new URLSearchParams(query)}`, content, headers);

export async function addEntry(
  { owner, account, rent }: World["kaveri"],
  description = "Cab to Baner",
): Promise<string> {
  const links = { accountId: account._id, categoryId: rent._id };
  const said = { date: "2026-10-14", description, type: "Expense", amount: 340, ...links };
  return made(await owner.post("/api/transactions", said)).transaction._id;
}

export async function countStored({ books }: World): Promise<{ papers: number; chunks: number }> {
  const [row] = await getAttachmentStore(books).write.all<{ papers: number; chunks: number }>(
    `SELECT (SELECT count(*) FROM paper_bytes) AS papers,
      (SELECT count(*) FROM paper_chunks) AS chunks`,
  );
  return row as { papers: number; chunks: number };
}
