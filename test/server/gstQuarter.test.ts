import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  done(await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF", filing: "QUARTERLY" }));
  const clients = [
    { id: "far", name: "Far", gstin: "29AAQFB7320L1ZZ", stateCode: "29", kind: "REGULAR" },
    { id: "small", name: "Small", gstin: "", stateCode: "27", kind: "UNREGISTERED" },
  ].map((client) => ({ country: "IN", address: "1 Road", city: "Pune", pin: "411001", ...client }));
  const lines = [{ description: "A film", hsnSac: "999612", qty: "1", rate: "1000", taxPct: "18" }];
  const invoice = (number: number, date: string, client: string, placeOfSupplyCode: string) => ({
    kind: "INVOICE",
    number: `26-27/INV/00000${number}`,
    date,
    client,
    placeOfSupplyCode,
    supply: "REGULAR",
    reverseCharge: false,
    status: "SENT",
    roundOff: "0",
    lines,
  });
  const documents = [
    invoice(1, "2026-07-03", "far", "29"),
    invoice(2, "2026-07-04", "small", "27"),
    invoice(3, "2026-08-05", "far", "29"),
    invoice(4, "2026-09-06", "far", "29"),
  ];
  made(await owner.post("/api/import/books", { clients, documents }));
});
afterAll(() => world.end());

const get = async (path: string) => done(await world.kaveri.owner.get(`/api/gst${path}`));
const file = (period: string, which: string, arn: string) =>
  world.kaveri.owner.post(`/api/gst/${period}/filed`, {
    return: which,
    arn,
    date: "2026-10-12",
  });
const numbersIn = (json: { b2b?: { inv: { inum: string }[] }[] }) =>
  (json.b2b ?? []).flatMap(({ inv }) => inv.map(({ inum }) => inum.slice(-1)));

test("a quarter leaves out what the IFF of its months carried", async () => {
  const july = await get("/2026-07");
  expect([july.return, july.name, july.status, july.due]).toEqual([
    ...["IFF", "July 2026", "checked"],
    { gstr1: "2026-08-13", gstr3b: "2026-08-25" },
  ]);
  const iff = await get("/2026-07/gstr1.json");
  expect(Object.keys(iff)).toEqual(["gstin", "fp", "version", "hash", "b2b"]);
  expect([iff.fp, numbersIn(iff)]).toEqual(["072026", ["1"]]);
  expect(numbersIn(await get("/2026-09/gstr1.json"))).toEqual(["1", "3", "4"]);

  const wrong = await file("2026-07", "GSTR1", "AA270726001234Z");
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    "For the first two months of a quarter you file only an IFF",
  ]);
  expect((await file("2026-07", "IFF", "AA270726001234Z")).body.filing.documents).toBe(1);
  expect((await get("/2026-07")).status).toBe("filed");

  const quarter = await get("/2026-09");
  expect([quarter.return, quarter.name, quarter.documents]).toEqual([
    "GSTR1",
    "July to September 2026",
    4,
  ]);
  expect(quarter.summary["4A"]).toMatchObject({ documents: 3, taxable: 3000 });
  expect(quarter.summary["7"]).toMatchObject({ documents: 1, taxable: 1000 });
  const json = await get("/2026-09/gstr1.json");
  expect([json.fp, numbersIn(json), json.b2cs[0].txval]).toEqual(["092026", ["3", "4"], 1000]);
  expect(
    quarter.preflight.filter(({ code }: { code: string }) => code === "LATE_DOCUMENT"),
  ).toEqual([]);
});

test("a quarter is filed with all documents, and late ones go into the next", async () => {
  const { filing } = made(await file("2026-09", "GSTR1", "AA270926001234Z"));
  expect(filing.documents).toBe(4);
  const { owner } = world.kaveri;
  const [{ clientId: client }] = done(await owner.get("/api/invoices?q=000004")).items;
  const items = [{ description: "Late", hsnSac: "999612", qty: 1, rate: 500, taxPct: 18 }];
  const late = made(
    await owner.post("/api/invoices", { clientId: client._id, date: "2026-08-20", items }),
  );
  await owner.post(`/api/invoices/${late._id}/send`, {});
  const next = await get("/2026-12");
  expect(next.name).toBe("October to December 2026");
  expect(next.sections.b2b.map(({ number }: { number: string }) => number)).toEqual([late.number]);
  expect(numbersIn(await get("/2026-09/gstr1.json"))).toEqual(["3", "4"]);
  const periods = (await get("")).periods.map(
    (row: { period: string; return: string }) => `${row.period} ${row.return}`,
  );
  expect(periods).toContain("2026-09 GSTR3B");
  expect(periods).toContain("2026-08 IFF");
  expect(periods).not.toContain("2026-08 GSTR3B");
});
