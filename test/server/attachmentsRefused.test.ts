import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { joined, png } from "../pictures.ts";
import { type Caller, createWorld, made, type World } from "../world.ts";
import { addEntry, buildPdf, countStored, PDF, send, toBytes } from "./attaching.ts";

let world: World;
let owner: Caller;
let entry: string;
beforeAll(async () => {
  world = await createWorld();
  owner = world.kaveri.owner;
  entry = await addEntry(world.kaveri);
});
afterAll(() => world.end());

const attach = (content: Uint8Array<ArrayBuffer>, name: string, id = entry) =>
  send(owner, { entity: "transaction", id, name }, content);

const ZIP_END = joined(
  toBytes("PK\x05\x06\0\0\0\0\x01\0\x01\0"),
  toBytes("\x2e\0\0\0\0\0\0\0\0\0"),
);

test("a name cannot end a header or add to it", async () => {
  const name = `bill.pdf"; filename*=UTF-8''setup.exe; x='आ`;
  const { attachment } = made(await attach(PDF, name, await addEntry(world.kaveri, "Named")));
  const { headers } = await owner.get(`/api/attachments/${attachment._id}/content`);
  const header = headers.get("content-disposition") ?? "";
  const [, plain, whole] =
    /^attachment; filename="([^"]*)"; filename\*=UTF-8''([^';" ]*)$/.exec(header) ?? [];
  expect(plain).toBe("bill.pdf-; filename*=UTF-8''setup.exe; x='-");
  expect(decodeURIComponent(whole ?? "")).toBe(attachment.name);
});

describe("an invalid attachment", () => {
  const html = "<!DOCTYPE html><html><script>alert(1)</script>";
  const twofold = (kind: string, what: string) =>
    `The file is a ${kind} and could be opened as ${what} as well`;
  const page =
    "Web pages and SVG pictures are not supported. Attach a PDF, JPEG, PNG, WebP or HEIC";
  const archive =
    "Office files and archives are not supported. Attach a PDF, JPEG, PNG, WebP or HEIC";
  const unknown = "This file type is not supported. Attach a PDF, JPEG, PNG, WebP or HEIC";
  test.each([
    ["nothing", toBytes(""), "The file is empty"],
    ["HTML", toBytes(html), page],
    ["SVG", toBytes(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`), page],
    ["DOCX or ZIP", toBytes("PK\x03\x04 and more"), archive],
    ["DOC", toBytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), archive],
    ["gzip", toBytes("\x1f\x8b\x08"), archive],
    ["a program", toBytes("MZ\x90\0"), unknown],
    ["GIF", toBytes("GIF89a"), unknown],
    ["a PDF after other bytes", toBytes(`\n%PDF-1.7`), unknown],
    ["PDF and ZIP", joined(PDF, ZIP_END), twofold("PDF", "an archive")],
    [
      "PDF, ZIP and zeros",
      joined(PDF, ZIP_END, new Uint8Array(300_000)),
      twofold("PDF", "an archive"),
    ],
    ["PNG and ZIP", joined(png(5, 5), ZIP_END, toBytes("tail")), twofold("PNG", "an archive")],
    ["PNG and PDF", joined(png(5, 5), PDF), twofold("PNG", "a PDF")],
    ["JPEG and HTML", toBytes(`\xff\xd8\xff\xfe\0\x40${html}`), twofold("JPEG", "a web page")],
  ])("%s is rejected with a reason and leaves nothing behind", async (_, content, message) => {
    const before = await countStored(world);
    const answer = await attach(content, "bill.pdf");
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await countStored(world)).toEqual(before);
  });

  test("is rejected over 10 MB and accepted at 10 MB", async () => {
    const before = await countStored(world);
    const most = new Uint8Array(10 << 20);
    most.set(PDF);
    const answer = await attach(joined(most, toBytes(".")), "large.pdf");
    expect([answer.status, answer.body.message]).toEqual([400, "The file is larger than 10 MB"]);
    expect(await countStored(world)).toEqual(before);
    expect(made(await attach(most, "most.pdf")).attachment.size).toBe(10 << 20);
  });

  test("is rejected as the 21st of a record or the second time", async () => {
    const id = await addEntry(world.kaveri, "Twenty");
    for (let n = 0; n < 20; n++) made(await attach(buildPdf(`${n}`), `${n}.pdf`, id));
    const same = await attach(buildPdf("7"), "again.pdf", id);
    const message = "This file is already attached, as 7.pdf";
    expect([same.status, same.body.message]).toEqual([409, message]);
    const more = await attach(buildPdf("20"), "20.pdf", id);
    expect([more.status, more.body.message]).toEqual([
      409,
      "A record holds at most 20 attachments",
    ]);
  });
});

describe("a name", () => {
  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\fakepath\\bill.pdf", "bill.pdf"],
    [" बिल अक्टूबर.pdf ", "बिल अक्टूबर.pdf"],
  ])("%s is saved as %s", async (name, kept) => {
    const { attachment } = made(await attach(buildPdf(name), name));
    expect(attachment.name).toBe(kept);
  });

  test.each([
    ["bill\u202efdp.exe", "Name may not contain hidden characters"],
    ["bill\u0000.pdf", "Name may not contain hidden characters"],
    ["bill\r\nset-cookie: a=b", "Name may not contain hidden characters"],
    ["..", "Name is required"],
    ["papers/", "Name is required"],
    ["x".repeat(201), "Name is too long"],
  ])("%j is rejected", async (name, message) => {
    const answer = await attach(PDF, name);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});

test("an agency's attachments stay within its quota", async () => {
  const { settings } = world.context;
  const { attachmentQuotaMb } = settings;
  const { owner: other, ...agency } = await world.found();
  settings.attachmentQuotaMb = 1;
  const of = await addEntry({ owner: other, ...agency }, "Quota");
  const upload = (content: Uint8Array<ArrayBuffer>, name: string) =>
    send(other, { entity: "transaction", id: of, name }, content);
  const sized = (bytes: number, letter: string) =>
    joined(PDF, new Uint8Array(bytes).fill(letter.charCodeAt(0)));
  made(await upload(sized(700_000, "a"), "first.pdf"));
  const before = await countStored(world);
  const refused = await upload(sized(700_000, "b"), "second.pdf");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Your agency's attachments have reached their limit of 1 MB. " +
      "Ask the person who runs this server for more.",
  ]);
  expect(await countStored(world)).toEqual(before);
  made(await upload(sized(200_000, "c"), "third.pdf"));
  const theirs = await addEntry(world.narmada, "Quota");
  const query = { entity: "transaction", id: theirs, name: "other.pdf" };
  made(await send(world.narmada.owner, query, sized(700_000, "d")));
  settings.attachmentQuotaMb = attachmentQuotaMb;
});
