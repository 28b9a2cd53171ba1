import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sweepBytes } from "../../db/attachments/bytes.ts";
import { getAttachmentStore } from "../../db/attachments/store.ts";
import { HOLDER_NAMES, HOLDERS, type Holder } from "../../domain/attachments/attachments.ts";
import { furnish } from "../furnish.ts";
import { joined, jpeg, png } from "../pictures.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { addEntry, buildPdf, countStored, PDF, send, sha256, toBytes } from "./attaching.ts";

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

const HEIC = toBytes("\0\0\0\x18ftypheic\0\0\0\0mif1heic and more");

async function fetchBytes(path: string, token = owner.token) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.handle(new Request(`http://localhost${path}`, { headers }));
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

describe("an attachment", () => {
  test("is returned unchanged in every type and recognized by its bytes alone", async () => {
    const id = await addEntry(world.kaveri, "All kinds");
    const webp = new Uint8Array(await new Bun.Image(png(30, 20)).webp().bytes());
    const kinds = { pdf: PDF, heic: HEIC, png: png(30, 20), jpeg: await jpeg(30, 20), webp };
    for (const [kind, content] of Object.entries(kinds)) {
      const { attachment } = made(await attach(content, `${kind}.exe`, id));
      expect(attachment).toMatchObject({
        entity: "transaction",
        id,
        name: `${kind}.exe`,
        kind,
        size: content.length,
        sha256: sha256(content),
        createdBy: { name: "Owner of kaveri" },
      });
      const path = `/api/attachments/${attachment._id}`;
      expect(done(await owner.get(path))).toEqual({ attachment });
      const { answer, bytes } = await fetchBytes(`${path}/content`);
      expect(sha256(bytes)).toBe(sha256(content));
      const type = kind === "pdf" ? "application/pdf" : `image/${kind}`;
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": type,
        "content-disposition": `attachment; filename="${kind}.exe"`,
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
    const list = done(await owner.get(`/api/attachments?entity=transaction&id=${id}`));
    expect(list.items.map(({ kind }: { kind: string }) => kind).reverse()).toEqual(
      Object.keys(kinds),
    );
    const record = { date: "2026-10-14", account: "kaveri bank", amount: 340, label: "All kinds" };
    expect(list.items[0].record).toEqual(record);
  });

  test("is complete after several chunks, however the upload is split", async () => {
    const content = joined(PDF, crypto.getRandomValues(new Uint8Array(60_000)));
    const big = joined(...Array.from({ length: 20 }, () => content));
    const parts = [0, 1, 262_143, 262_144, 262_145, 900_000, big.length];
    const stream = new ReadableStream({
      start(controller) {
        for (const [n, at] of parts.entries()) controller.enqueue(big.slice(at, parts[n + 1]));
        controller.close();
      },
    });
    const query = `entity=transaction&id=${entry}&name=big.pdf`;
    const { attachment } = made(await owner.call("POST", `/api/attachments?${query}`, stream));
    expect([attachment.size, attachment.sha256]).toEqual([big.length, sha256(big)]);
    const { bytes } = await fetchBytes(`/api/attachments/${attachment._id}/content`);
    expect(sha256(bytes)).toBe(sha256(big));
  });

  test("is re-encoded without its metadata if it is a picture", async () => {
    const place = toBytes("\xff\xfe\0\x12GPS 18.55 73.77\0");
    const picture = await jpeg(2000, 1000);
    const photo = joined(picture.slice(0, 2), place, picture.slice(2));
    const { attachment } = made(await attach(photo, "photo.jpg"));
    const { answer, bytes } = await fetchBytes(`/api/attachments/${attachment._id}/preview`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 1600, height: 800 });
    expect(Buffer.from(bytes).includes("GPS")).toBe(false);
    const original = await fetchBytes(`/api/attachments/${attachment._id}/content`);
    expect(Buffer.from(original.bytes).includes("GPS")).toBe(true);
  });

  test("is stored anyway and marked if it cannot be decoded", async () => {
    const id = await addEntry(world.kaveri, "No previews");
    for (const [content, kind] of [
      [HEIC, "HEIC"],
      [PDF, "PDF"],
      [png(9, 9).slice(0, 40), "PNG"],
    ] as const) {
      const { attachment } = made(await attach(content, "x", id));
      const { status, body } = await owner.get(`/api/attachments/${attachment._id}/preview`);
      const message = `No preview of this ${kind}. Download it to view it.`;
      expect([status, body]).toEqual([404, { message }]);
    }
  });

  test("is removed by a mark: it leaves every list, but its bytes and log entries stay", async () => {
    const id = await addEntry(world.kaveri, "To be taken off");
    const { attachment } = made(await attach(buildPdf("gone"), "gone.pdf", id));
    const before = await countStored(world);
    expect(done(await world.kaveri.staff.delete(`/api/attachments/${attachment._id}`))).toEqual({
      message: "Attachment deleted successfully",
    });
    expect(done(await owner.get(`/api/attachments?entity=transaction&id=${id}`)).items).toEqual([]);
    for (const path of ["", "/content", "/preview"]) {
      const answer = await owner.get(`/api/attachments/${attachment._id}${path}`);
      expect([answer.status, answer.body.message]).toEqual([404, "Attachment not found"]);
    }
    expect((await owner.delete(`/api/attachments/${attachment._id}`)).status).toBe(404);
    expect(await countStored(world)).toEqual(before);
    const log = done(await owner.get("/api/audit?entity=Attachment&limit=2")).items;
    expect(log.map(({ action, payload }: never) => [action, payload])).toEqual([
      ["DELETE", { before: attachment }],
      ["CREATE", { after: attachment }],
    ]);
    made(await attach(buildPdf("gone"), "back.pdf", id));
  });

  test("belongs to any record that can have one", async () => {
    const { office, ids } = await furnish(owner, { mark: "A holder", n: 7 });
    const { transactions, receipts, clients, payments } = ids as Record<string, string>;
    const holders = { transaction: transactions, receipt: receipts, client: clients };
    const sold = { payment: payments, invoice: office.invoice, note: office.note };
    const bought = { bill: office.bill, vendor: office.vendor, approval: ids.approvals };
    const more = { journal: ids.journals, estimate: ids.estimates, voucher: ids.vouchers };
    const all = { ...holders, ...sold, ...bought, ...more, line: ids["bank-lines"] };
    expect(Object.keys(all).toSorted()).toEqual(HOLDERS.toSorted());
    for (const [entity, id] of Object.entries(all)) {
      const query = { entity, id: `${id}`, name: `${entity}.pdf` };
      const content = buildPdf(entity);
      expect(made(await send(owner, query, content)).attachment).toMatchObject({ entity, id });
      const { items } = done(await owner.get(`/api/attachments?entity=${entity}&id=${id}`));
      expect(items.at(-1).record.label).not.toBe("");
      const none = await send(owner, { ...query, id: "1m7z83st80xxx" }, content);
      const name = HOLDER_NAMES[entity as Holder];
      expect([none.status, none.body.message]).toEqual([404, `${name} not found`]);
    }
    await isNotForStaff(`${ids.journals}`);
  });
});

async function isNotForStaff(id: string): Promise<void> {
  const { staff } = world.kaveri;
  const of = `entity=journal&id=${id}`;
  const [paper] = done(await owner.get(`/api/attachments?${of}`)).items;
  const path = `/api/attachments/${paper._id}`;
  for (const query of [of, "entity=journal"]) {
    expect((await staff.get(`/api/attachments?${query}`)).status).toBe(403);
  }
  for (const call of ["", "/content", "/preview"]) {
    expect((await staff.get(`${path}${call}`)).status).toBe(403);
  }
  expect((await send(staff, { entity: "journal", id, name: "x" }, buildPdf("x"))).status).toBe(403);
  expect((await staff.delete(path)).status).toBe(403);
  for (const query of ["?limit=20", `?dateFrom=${paper.record.date}&limit=20`]) {
    const [theirs, ours] = [staff, owner].map(async (who) =>
      JSON.stringify(done(await who.get(`/api/attachments${query}`)).items),
    );
    expect([(await theirs)?.includes(paper._id), (await ours)?.includes(paper._id)]).toEqual([
      ...[false, true],
    ]);
  }
  done(await owner.delete(path));
}

describe("an upload before its record", () => {
  const content = buildPdf("a bill that is still typed in");

  test("is found and attached by its hash", async () => {
    const { attachment } = made(await send(owner, { name: "bill.pdf" }, content));
    expect(attachment).toMatchObject({ _id: sha256(content), entity: null, id: null });
    const { bytes } = await fetchBytes(`/api/attachments/${attachment._id}/content`);
    expect(sha256(bytes)).toBe(sha256(content));
    const id = await addEntry(world.kaveri, "The bill");
    const query = { entity: "transaction", id, name: "bill.pdf", sha256: attachment.sha256 };
    const key = { "idempotency-key": "one bill" };
    const first = made(await send(owner, query, undefined, key));
    expect(first.attachment).toMatchObject({ id, size: content.length, kind: "pdf" });
    const again = await send(owner, query, undefined, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(made(again)).toEqual(first);
  });

  test("is hidden from other agencies, like an unknown hash", async () => {
    const { owner: neighbour } = world.narmada;
    const id = await addEntry(world.narmada);
    const before = await countStored(world);
    for (const hash of [sha256(content), "0".repeat(64)]) {
      const query = { entity: "transaction", id, name: "bill.pdf", sha256: hash };
      const { status, body } = await send(neighbour, query, undefined);
      const message = "The attachment is missing on the server. Upload it again";
      expect([status, body]).toEqual([404, { message }]);
      for (const path of ["", "/content", "/preview"]) {
        expect((await neighbour.get(`/api/attachments/${hash}${path}`)).status).toBe(404);
      }
    }
    const theirs = made(
      await send(neighbour, { entity: "transaction", id, name: "bill.pdf" }, content),
    );
    expect((await countStored(world)).papers).toBe(before.papers + 1);
    expect(theirs.attachment.size).toBe(content.length);
  });

  test("is deleted after a day unless a record refers to it", async () => {
    const DAY_MS = 24 * 60 * 60_000;
    await sweepBytes(world.books, Date.now() + DAY_MS + 1_000);
    const loose = buildPdf("never saved");
    made(await send(owner, { name: "loose.pdf" }, loose));
    const before = await countStored(world);
    expect(await sweepBytes(world.books)).toBe(0);
    expect(await sweepBytes(world.books, Date.now() + DAY_MS + 1_000)).toBe(1);
    const after = await countStored(world);
    expect([before.papers - after.papers, before.chunks - after.chunks]).toEqual([1, 1]);
    expect((await owner.get(`/api/attachments/${sha256(loose)}`)).status).toBe(404);
    const query = { entity: "transaction", id: entry, name: "x.pdf", sha256: sha256(loose) };
    expect((await send(owner, query, undefined)).status).toBe(404);
    expect((await fetchBytes(`/api/attachments/${sha256(content)}/content`)).answer.status).toBe(
      200,
    );
  });

  test("is stored once, however often it is uploaded", async () => {
    const before = await countStored(world);
    const twice = buildPdf("twice");
    const ids = await Promise.all([1, 2, 3].map((n) => addEntry(world.kaveri, `Copy ${n}`)));
    await Promise.all(ids.map(async (id) => made(await attach(twice, "twice.pdf", id))));
    const after = await countStored(world);
    expect([after.papers - before.papers, after.chunks - before.chunks]).toEqual([1, 1]);
  });
});

test("lists a month's attachments by the date of their record", async () => {
  const { owner: neighbour, account, rent } = world.narmada;
  const links = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 12.5 };
  for (const date of ["2026-09-30", "2026-10-31", "2026-10-01"]) {
    const said = { date, description: `Of ${date}`, ...links };
    const { transaction } = made(await neighbour.post("/api/transactions", said));
    const query = { entity: "transaction", id: transaction._id, name: `${date}.pdf` };
    made(await send(neighbour, query, buildPdf(date)));
  }
  const october = "dateFrom=2026-10-01&dateTo=2026-10-31";
  const list = done(await neighbour.get(`/api/attachments?${october}&limit=2`));
  expect([list.total, list.totalPages]).toEqual([3, 2]);
  expect(list.items.map(({ record }: { record: object }) => record)).toEqual([
    { date: "2026-10-01", account: "narmada bank", amount: 12.5, label: "Of 2026-10-01" },
    { date: "2026-10-14", account: "narmada bank", amount: 340, label: "Cab to Baner" },
  ]);
});

test("the check finds an attachment whose bytes changed and tells it from a missing one", async () => {
  const { owner: neighbour } = world.narmada;
  expect(done(await neighbour.get("/api/attachments/check"))).toMatchObject({
    wrong: [],
    next: null,
  });
  const [of] = [await addEntry(world.narmada, "Spoilt")];
  for (const name of ["changed.pdf", "missing.pdf"]) {
    const query = { entity: "transaction", id: of as string, name };
    made(await send(neighbour, query, buildPdf(name)));
  }
  const shelf = getAttachmentStore(world.books).write;
  const selectChunkSql = (name: string) =>
    `copy = (SELECT copy FROM paper_bytes WHERE sha256 = '${sha256(buildPdf(name))}')`;
  await shelf.run(
    `UPDATE paper_chunks SET bytes = zeroblob(length(bytes)) WHERE ${selectChunkSql("changed.pdf")}`,
  );
  await shelf.run(`DELETE FROM paper_chunks WHERE ${selectChunkSql("missing.pdf")}`);
  const { wrong } = done(await neighbour.get("/api/attachments/check"));
  const troubles = wrong.map(({ name, trouble }: never) => [name, trouble]).sort();
  expect(troubles).toEqual([
    ["changed.pdf", "changed"],
    ["missing.pdf", "missing"],
  ]);
  const staff = await world.narmada.staff.get("/api/attachments/check");
  expect(staff.status).toBe(403);
});
