import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { readPages } from "../pdf.ts";
import { createWorld, made, type World } from "../world.ts";
import { findUpiLink, toPlainText } from "./clientPages.ts";

let world: World;
let clientId = "";
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
  const { owner } = world.kaveri;
  await owner.put("/api/metadata", {
    agencyName: "Kaveri & Sons",
    gstNumber: "27AAACB1234C1ZF",
    contactNumber: "020 5550 0147",
  });
  await owner.put("/api/invoice-settings", {
    bankDetails: { ...BANK, accountName: "Kaveri Studio", bankName: "HDFC Bank", branch: "" },
  });
  const client = { displayName: "Meridian Realty", state: "Maharashtra" };
  clientId = made(await owner.post("/api/clients", client)).client._id;
});
afterAll(() => world.end());

const BANK = { accountNo: "50200048124471", ifsc: "HDFC0000149", upi: "kaveri@hdfcbank" };
const post = (path: string, body: object = {}) => world.kaveri.owner.post(`/api${path}`, body);
const DUE = addDays(today(), 28);

async function newDocument(folder: "invoices" | "estimates", fields: object = {}) {
  const items = [{ description: "Retainer", hsnSac: "998361", qty: 1, rate: 81_000, taxPct: 18 }];
  const input = { clientId, date: today(), dueDate: DUE, items, ...fields };
  return made(await post(`/${folder}`, input));
}

async function sentWithLink(folder: "invoices" | "estimates" = "invoices", fields: object = {}) {
  const document = await newDocument(folder, fields);
  await post(`/${folder}/${document._id}/send`);
  const entity = folder === "invoices" ? "Invoice" : "estimate";
  const link = made(await post("/share-links", { entity, id: document._id }));
  return { document, link, path: new URL(link.url).pathname as string };
}

const open = (path: string, address = "10.0.0.1") =>
  world.stranger.call("GET", path, undefined, { "x-forwarded-for": address });
const list = async (entity: string, id: string) =>
  (await world.kaveri.owner.get(`/api/share-links?entity=${entity}&id=${id}`)).body.links;

describe("an invoice's link", () => {
  test("shows it to anyone uncached and is stored as a hash", async () => {
    const { document, link, path } = await sentWithLink();
    expect(link).toMatchObject({ entity: "invoice", state: "open", views: 0, answer: null });
    expect(link.expires).toBe(addDays(DUE, 90));
    expect(path).toMatch(/^\/s\/[\w-]{22}$/);
    const { status, headers, body } = await open(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    const text = toPlainText(body);
    expect(text).toContain(`Amount due on invoice ${document.number} ₹95,580.00`);
    expect(text).toContain("in 28 days");
    expect(text).toContain("For Meridian Realty: Retainer");
    expect(text).toContain(BANK.accountNo);
    expect(text).toContain("Made with bahi. Questions: 020 5550 0147");
    const tr = document.number.replace(/\W/g, "");
    expect(findUpiLink(body)).toStartWith("upi://pay?pa=kaveri@hdfcbank&pn=Kaveri%20Studio");
    expect(findUpiLink(body)).toContain(`&tr=${tr}&tn=Invoice%20`);
    expect(findUpiLink(body)).toEndWith("&am=95580.00&cu=INR");
    for (const id of [document._id, clientId, link._id]) expect(body).not.toContain(id);
    const token = path.slice(3);
    const rows = await world.books.read.all<object>(
      "SELECT s.*, (SELECT group_concat(payload) FROM audit_log) AS log FROM share_links s",
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    await open(`${path}/pdf`);
    expect(world.lines.join("")).not.toContain(token);
    expect(world.lines.join("")).toContain('"route":"/s/:token"');
    const pdf = await world.app.handle(new Request(`http://localhost${path}/pdf`));
    expect(pdf.headers.get("cache-control")).toBe("no-store");
    const pages = await readPages(new Uint8Array(await pdf.arrayBuffer()));
    expect(pages.join(" ")).toContain(document.number);
  });

  test("follows payments and the client's earlier TDS", async () => {
    const { document, path } = await sentWithLink();
    const { account } = world.kaveri;
    const money = { date: today(), mode: "UPI", accountId: account._id };
    const pay = (amount: number, tdsAmount = 0) =>
      post(`/invoices/${document._id}/payments`, { ...money, amount, tdsAmount });
    expect((await open(path)).body).not.toContain("?less=tds");
    await pay(50_000);
    const part = await open(path);
    expect(toPlainText(part.body)).toContain("Less: paid − ₹50,000.00 Balance due ₹45,580.00");
    expect(findUpiLink(part.body)).toContain("tn=Balance%20of%20");
    const credit = { kind: "CREDIT_NOTE", reason: "OTHER", invoiceId: document._id };
    const items = [{ description: "Retainer", hsnSac: "998361", qty: 1, rate: 1_000, taxPct: 18 }];
    const note = made(await post("/notes", { ...credit, date: today(), items }));
    await post(`/notes/${note._id}/send`);
    const less = `Less: paid − ₹50,000.00 Balance due ₹44,400.00`;
    expect(toPlainText((await open(path)).body)).toContain(
      `Total ₹95,580.00 Less: credit note ${note.number} − ₹1,180.00 ${less}`,
    );
    await pay(36_400, 8_000);
    const paid = await open(path);
    expect(toPlainText(paid.body)).toContain("Thank you.");
    expect(findUpiLink(paid.body)).toBe("none");
    expect(paid.body).not.toContain('id="code"');
    const next = await sentWithLink();
    expect(toPlainText((await open(next.path)).body)).toContain("Less 10% TDS");
    const asked = (await open(`${next.path}?less=tds`)).body;
    expect(toPlainText(asked)).toContain("Less: 10% TDS − ₹8,100.00 To pay ₹87,480.00");
    expect(findUpiLink(asked)).toEndWith("&am=87480.00&cu=INR");
  });

  test("ends when ended, expired, or its invoice cancelled; a draft is not shown", async () => {
    const draft = await newDocument("invoices");
    const link = made(await post("/share-links", { entity: "invoice", id: draft._id }));
    const path = new URL(link.url).pathname;
    const unsent = await open(path);
    expect([unsent.status, toPlainText(unsent.body)]).toEqual([
      404,
      expect.stringContaining("Kaveri &amp; Sons has not sent this yet."),
    ]);
    expect((await open(`${path}/pdf`)).status).toBe(404);
    await post(`/invoices/${draft._id}/send`);
    expect((await open(path)).status).toBe(200);
    await post(`/invoices/${draft._id}/cancel`);
    const gone = await open(path);
    expect([gone.status, toPlainText(gone.body)]).toEqual([
      410,
      expect.stringContaining("Ask Kaveri &amp; Sons for a new one."),
    ]);
    expect((await open(`${path}/pdf`)).status).toBe(410);
    expect((await post("/share-links", { entity: "invoice", id: draft._id })).status).toBe(409);
    expect(await list("invoice", draft._id)).toMatchObject([{ state: "ended" }]);

    const revoked = await sentWithLink();
    const end = () => world.kaveri.staff.delete(`/api/share-links/${revoked.link._id}`);
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
    expect((await open(revoked.path)).status).toBe(410);
    const old = await sentWithLink();
    await world.books.write.run(
      `UPDATE share_links SET expires_on = '${addDays(today(), -1)}' WHERE id = '${old.link._id}'`,
    );
    expect((await open(old.path)).status).toBe(410);
  });

  test("lasts a day or more, at most twenty at once, one per key", async () => {
    const { document } = await sentWithLink();
    const ask = (more: object, headers = {}) =>
      world.kaveri.staff.post(
        "/api/share-links",
        { entity: "Invoice", id: document._id, ...more },
        headers,
      );
    for (const [expires, last] of Object.entries({ never: "", [today()]: today() }))
      expect(made(await ask({ expires })).expires).toBe(last);
    const past = await ask({ expires: addDays(today(), -1) });
    expect([past.status, past.body.errors[0].path]).toEqual([400, "expires"]);
    expect((await ask({ expires: "soon" })).body.errors[0].message).toContain('"never"');
    expect((await ask({ entity: "vendor" })).body.errors[0].path).toBe("entity");
    expect((await ask({ id: "none" })).status).toBe(404);
    const key = { "idempotency-key": "a link" };
    expect((await ask({}, key)).status).toBe(201);
    expect((await ask({}, key)).body.message).toContain("is shown only once");
    for (let n = 4; n < 20; n++) made(await ask({}));
    expect((await ask({})).body.message).toContain("has 20 open links");
  });
});

describe("an estimate's link", () => {
  const answer = (path: string, fields: Record<string, string>) =>
    world.stranger.call("POST", `${path}/answer`, new URLSearchParams(fields).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
  const shownIn = (html: string) => /name="shown" value="(\w+)"/.exec(html)?.[1] ?? "none";
  const readStatus = async ({ _id }: { _id: string }) =>
    (await world.kaveri.owner.get(`/api/estimates/${_id}`)).body.status;

  test("records an answer once, after confirmation, with a hash of the document", async () => {
    const { document, path } = await sentWithLink("estimates");
    const shown = shownIn((await open(path)).body);
    const nameless = await answer(path, { shown, answer: "accept", name: " " });
    expect([nameless.status, nameless.body]).toEqual([
      400,
      expect.stringContaining("Your name is required"),
    ]);
    const said = { shown, answer: "accept", name: "Ravi <b>Menon</b>" };
    const asked = await answer(path, said);
    expect(toPlainText(asked.body)).toContain("Accept estimate");
    expect(asked.body).not.toContain("<b>Menon");
    expect(await readStatus(document)).toBe("SENT");

    await world.kaveri.owner.put(`/api/estimates/${document._id}`, { terms: "Half in advance" });
    const confirmed = { ...said, confirmed: "yes" };
    const stale = await answer(path, confirmed);
    expect([stale.status, toPlainText(stale.body)]).toEqual([
      409,
      expect.stringContaining("It has been changed since."),
    ]);
    expect(await readStatus(document)).toBe("SENT");
    const now = { ...confirmed, shown: shownIn(stale.body) };
    const both = await Promise.all([answer(path, now), answer(path, now)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(both.find(({ status }) => status === 303)?.headers.get("location")).toBe(path);
    expect(await readStatus(document)).toBe("ACCEPTED");
    expect(toPlainText((await open(path)).body)).toContain("Accepted by Ravi &lt;b&gt;Menon");
    const [link] = await list("estimate", document._id);
    expect(link.answer).toMatchObject({
      answer: "accept",
      name: "Ravi <b>Menon</b>",
      shown: now.shown,
    });
    const log = (await world.kaveri.owner.get("/api/audit?entity=Estimate")).body.items;
    expect(log[0].payload.after).toMatchObject({ answeredBy: "Ravi <b>Menon</b>" });
  });

  test("can be declined; an expired one and an invoice accept no answer", async () => {
    const { document, path } = await sentWithLink("estimates");
    const shown = shownIn((await open(path)).body);
    const said = { shown, answer: "decline", name: "Ravi", confirmed: "yes" };
    expect((await answer(path, said)).status).toBe(303);
    expect(await readStatus(document)).toBe("DECLINED");
    const past = { date: addDays(today(), -9), dueDate: addDays(today(), -1) };
    const old = await sentWithLink("estimates", past);
    expect(toPlainText((await open(old.path)).body)).toContain(
      "Ask Kaveri &amp; Sons for a new one.",
    );
    expect((await answer(old.path, said)).status).toBe(409);
    const invoice = await sentWithLink();
    expect((await answer(invoice.path, said)).status).toBe(404);
    expect((await answer(path, { ...said, name: "x".repeat(20_000) })).status).toBe(413);
  });
});

test("counts a view once in a while, and a scanner's GET changes nothing", async () => {
  const { document, path } = await sentWithLink();
  const before = await list("invoice", document._id);
  for (let n = 0; n < 3; n++) await open(path);
  expect(await list("invoice", document._id)).toEqual(before);
  const seen = async () => (await world.stranger.call("POST", `${path}/seen`)).status;
  expect([await seen(), await seen()]).toEqual([204, 204]);
  expect(await list("invoice", document._id)).toMatchObject([{ views: 1 }]);
  await world.books.write.run(`UPDATE share_links SET last_seen_at = '2026-01-01T00:00:00.000Z'
    WHERE last_seen_at <> ''`);
  await seen();
  const [link] = await list("invoice", document._id);
  expect(link).toMatchObject({ views: 2, lastSeenAt: expect.stringMatching(/Z$/) });
  expect(link.firstSeenAt < link.lastSeenAt).toBe(true);
});

test("returns the same 404 for every unknown link, and 429 after thirty from one address", async () => {
  const wrong = await open("/s/AAAAAAAAAAAAAAAAAAAAAA", "10.0.0.9");
  expect([wrong.status, toPlainText(wrong.body)]).toEqual([
    404,
    expect.stringContaining("Page not found"),
  ]);
  for (const path of ["/s/short", "/s/%00", `/s/${"a".repeat(3_000)}`, "/s/'--/pdf"]) {
    const { status, body } = await open(path, "10.0.0.9");
    expect([path, status, body]).toEqual([path, 404, wrong.body]);
  }
  for (let n = 5; n < 30; n++) expect((await open(`/s/${n}`, "10.0.0.9")).status).toBe(404);
  const stopped = await open("/s/31", "10.0.0.9");
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await open("/s/31", "10.0.0.8")).status).toBe(404);
});

test("another agency neither sees nor ends a link", async () => {
  const { document, link } = await sentWithLink();
  const { owner } = world.narmada;
  const asked = { entity: "invoice", id: document._id };
  expect((await owner.post("/api/share-links", asked)).status).toBe(404);
  const listed = `/api/share-links?entity=invoice&id=${document._id}`;
  expect((await owner.get(listed)).status).toBe(404);
  expect((await owner.delete(`/api/share-links/${link._id}`)).status).toBe(404);
});

test("the page with its styles and codes is under 40 kB compressed", async () => {
  const { path } = await sentWithLink();
  const packed = { "accept-encoding": "gzip, br" };
  const measureSize = async (address: string) => {
    const request = new Request(`http://localhost${address}`, { headers: packed });
    return (await (await world.app.handle(request)).arrayBuffer()).byteLength;
  };
  const { body } = await open(path);
  const loaded = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(loaded).toHaveLength(1);
  const sizes = await Promise.all([path, ...loaded].map((address) => measureSize(address ?? "")));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
  expect(body.length).toBeLessThan(40_000);
});
