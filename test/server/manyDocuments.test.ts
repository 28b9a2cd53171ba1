import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import type { Tenant } from "../../db/engine/tenant.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const NOBODYS = "0000000000000";
type Named = { _id: string };
const listIds = (things: Named[]) => things.map(({ _id }) => _id);

const receipt = (more = {}) => ({
  date: "2026-04-02",
  client: { name: "मीरा" },
  purpose: "Logo",
  amount: 5,
  mode: "UPI",
  accountId: world.kaveri.account._id,
  ...more,
});

async function everything() {
  const of = (path: string) => world.kaveri.owner.get(path);
  const paths = ["/api/transactions?limit=100", "/api/invoices?limit=100", "/api/receipts"];
  const lists = await Promise.all([...paths, "/api/audit"].map(of));
  return lists.map(({ body }) => body);
}

const newest = async (limit: number) =>
  (await world.kaveri.owner.get(`/api/audit?limit=${limit}`)).body.items;

describe("sending", () => {
  test("issues all drafts as if one by one, or none", async () => {
    const { owner, staff } = world.kaveri;
    const client = made(await owner.post("/api/clients", { displayName: "Asha" })).client._id;
    const items = [{ description: "Logo", qty: 2, rate: 99.95 }];
    const bill = async () =>
      made(await owner.post("/api/invoices", { clientId: client, date: "2026-04-01", items }));
    const drafts = [];
    for (let n = 0; n < 52; n++) drafts.push(await bill());
    const single = await bill();
    const { body: alone } = await owner.post(`/api/invoices/${single._id}/send`, {});

    const before = await everything();
    const both = { ids: [drafts[0]._id, single._id] };
    const clash = await owner.post("/api/invoices/send", both);
    expect([clash.status, clash.body.message]).toEqual([
      409,
      `Only a draft invoice can be sent; ${single.invoiceNumber} is SENT`,
    ]);
    const none = await owner.post("/api/invoices/send", { ids: [drafts[0]._id, NOBODYS] });
    expect([none.status, none.body.message]).toEqual([404, "Invoice not found"]);
    expect(await everything()).toEqual(before);

    const { status, body } = await staff.post("/api/invoices/send", { ids: listIds(drafts) });
    expect(status).toBe(200);
    const { _id, invoiceNumber, number, createdAt, ...common } = alone;
    for (const [n, sent] of body.invoices.entries()) {
      expect(sent).toMatchObject({ ...common, _id: drafts[n]._id });
      const { invoice } = (await owner.get(`/api/invoices/${sent._id}`)).body;
      expect(invoice).toEqual(sent);
    }
    const log = await newest(52);
    expect(log.map(({ payload }: never) => (payload as { after: Named }).after._id)).toEqual(
      listIds(drafts).toReversed(),
    );
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  });
});

describe("PDFs of many", () => {
  test.each([
    ["receipts", "Receipt", "receiptNumber"],
    ["invoices", "Invoice", "invoiceNumber"],
  ])("%s are one zip, named as if one by one, each in the log", async (list, entity, number) => {
    const { app, kaveri } = world;
    const { owner } = kaveri;
    made(await owner.post("/api/receipts", receipt()));
    const { items } = (await owner.get(`/api/${list}?limit=3`)).body;
    const ids = listIds(items);
    const { path, ...asked } = {
      path: `/api/${list}/pdfs`,
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
    };
    const send = (ids: string[]) =>
      app.handle(
        new Request(`http://localhost${path}`, { ...asked, body: JSON.stringify({ ids }) }),
      );
    const answer = await send(ids);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${entity}s.zip"`);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const names = items.map((item: Record<string, string>) =>
      `${entity}-${item[number]}.pdf`.replaceAll("/", "-"),
    );
    expect(Object.keys(files)).toEqual(names);
    for (const bytes of Object.values(files)) {
      expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe("%PDF-");
    }
    expect(await newest(ids.length)).toMatchObject(
      items.toReversed().map((item: Record<string, string>) => ({
        action: "VIEW",
        entity,
        payload: { pdf: item[number], _id: item._id },
      })),
    );
    const before = await everything();
    const missing = await send([...ids, NOBODYS]);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { message: `${entity} not found` },
    ]);
    const theirs = await world.narmada.owner.post(path, { ids });
    expect([theirs.status, theirs.body.message]).toEqual([404, `${entity} not found`]);
    expect(await everything()).toEqual(before);
  });

  test("never replace one another if two numbers give one name", async () => {
    const { owner } = world.kaveri;
    const made2 = [made(await owner.post("/api/receipts", receipt())).receipt];
    made2.push(made(await owner.post("/api/receipts", receipt())).receipt);
    const twin = made2[0].receiptNumber.replaceAll("/", "-");
    await world.books.write.run(
      `UPDATE receipts SET number = '${twin}' WHERE id = '${made2[1]._id}'`,
    );
    const answer = await world.app.handle(
      new Request("http://localhost/api/receipts/pdfs", {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
        body: JSON.stringify({ ids: listIds(made2) }),
      }),
    );
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual([`Receipt-${twin}.pdf`, `Receipt-${twin} (2).pdf`]);
  });
});

test("exports and single documents do not wait for zips, which may take minutes", async () => {
  const { context, kaveri } = world;
  const { owner } = kaveri;
  made(await owner.post("/api/receipts", receipt()));
  const [{ _id }] = (await owner.get("/api/receipts")).body.items;
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { agencyId } = JSON.parse(atob(`${owner.token}`.split(".")[1] as string));
  const asker = {
    tenant: { agencyId } as Tenant,
    request: new Request("http://localhost"),
    server: null,
    set: { headers: {} },
  };
  const zips = [1, 2].map(() => context.zipLimit.admit(asker, () => isOver));
  const next = owner.post("/api/receipts/pdfs", { ids: [_id] });
  expect((await owner.get("/api/transactions/export.csv")).status).toBe(200);
  expect((await owner.get(`/api/receipts/${_id}/pdf`)).status).toBe(200);
  end();
  await Promise.all(zips);
  expect((await next).status).toBe(200);
});
