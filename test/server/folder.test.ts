import { expect, test } from "bun:test";
import type { FolderFile } from "../../domain/folder/file.ts";
import { Refusal } from "../../domain/refusal.ts";
import { folderEntries } from "../../server/http/folder.ts";

const PDF = "application/pdf";
const papers: FolderFile[] = [
  { file: "kept.pdf", path: "/receipts/1/pdf", type: PDF },
  { file: "deleted.pdf", path: "/receipts/2/pdf", type: PDF },
  { file: "log.txt", path: "/log", type: "text/plain" },
];

/** Lists the names in a folder whose calls respond like this. */
async function listNames(ask: (path: string) => Promise<Response>): Promise<string[]> {
  const head = async () => ({ seq: 1, head: "0000000000000000" });
  const names: string[] = [];
  for await (const entry of folderEntries({ papers, folder: "f", title: "F", head }, ask)) {
    names.push(entry.name);
    // A long file is hashed while it is read.
    if ("parts" in entry) for await (const _ of entry.parts);
  }
  return names;
}

test("leaves out the file of a record that was deleted after it was listed", async () => {
  const names = await listNames(async (path) => {
    if (path === "/receipts/2/pdf") throw new Refusal("missing", "Receipt not found");
    return new Response("bytes");
  });
  expect(names).toEqual([
    "f/kept.pdf",
    "f/log.txt",
    "f/audit-head.txt",
    "f/index.csv",
    "f/index.html",
  ]);
});

test("fails if a file cannot be made for another reason", async () => {
  const refusal = new Refusal("busy", "Too many");
  const names = listNames(() => Promise.reject(refusal));
  await expect(names).rejects.toThrow("Too many");
});
