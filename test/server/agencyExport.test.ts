import { afterAll, beforeAll, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { client, invoice } from "./movingIn.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const GSTIN = { gstNumber: "27AAKFK4711R1ZR" };

const BOOKS = {
  clients: [client],
  documents: [
    invoice("26-27/INV/000101", { adjusts: [{ voucher: "26-27/RV/000007", amount: 500 }] }),
    invoice("26-27/INV/000102"),
    invoice("26-27/INV/000103", { status: "CANCELLED" }),
  ],
  vouchers: [
    {
      kind: "RECEIPT_VOUCHER",
      number: "26-27/RV/000007",
      date: "2026-10-01",
      client: "c1",
      amount: 1000,
    },
    {
      kind: "REFUND_VOUCHER",
      number: "26-27/RF/000001",
      date: "2026-10-20",
      client: "c1",
      amount: 300,
      against: "26-27/RV/000007",
    },
  ],
  vendors: [{ id: "v1", name: "Deccan Paper", gstin: "27AAACM1234F1Z0", stateCode: "27" }],
  bills: [
    {
      number: "DP/88",
      date: "2026-10-06",
      vendor: "v1",
      lines: [
        { description: "Paper", taxable: 2000, taxPct: 18, cgst: 180, sgst: 180, itc: "ELIGIBLE" },
      ],
      paid: [{ date: "2026-10-09", amount: 1000, account: "Bank of Pune" }],
    },
  ],
  payments: [
    {
      document: "26-27/INV/000102",
      date: "2026-10-12",
      amount: 900,
      tdsAmount: 100,
      account: "Bank of Pune",
    },
  ],
  openings: [
    { account: "Bank of Pune", date: "2026-09-01", amount: 50_000 },
    { account: "Visa 4471", type: "Card", date: "2026-09-01", amount: -1200 },
  ],
};

/** Without ids, which are an agency's own. */
async function trialBalance(owner: Caller) {
  const report = done(await owner.get("/api/reports/trial-balance?at=2027-03-31"));
  return JSON.parse(JSON.stringify(report, (key, value) => (key === "_id" ? undefined : value)));
}

async function download({ token }: Caller, path: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.handle(
    new Request(`http://localhost/api/export/${path}`, { headers }),
  );
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

test("an agency's files give another agency the same books", async () => {
  const kaveri = await world.found();
  const { owner } = kaveri;
  done(await owner.put("/api/metadata", GSTIN));
  made(await owner.post("/api/import/books", BOOKS));
  const csv = [
    "Date,Description,Account,Category,Type,Amount,Notes",
    "2026-10-03,Rent,Bank of Pune,Office rent,Expense,8000,",
    "2026-10-04,To card,Bank of Pune → Visa 4471,Transfer,,1200,",
  ].join("\n");
  const path = "/api/transactions/import?createMissing=true";
  made(await owner.call("POST", path, csv, { "content-type": "text/csv" }));

  const zip = unzipSync(await download(owner, "agency.zip"));
  const inFolder = Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name.slice(name.indexOf("/") + 1), bytes]),
  );
  const text = (name: string) => new TextDecoder().decode(inFolder[name]);
  expect(Object.keys(inFolder)).toEqual(
    expect.arrayContaining([
      ...[
        "README.txt",
        "books.json",
        "transactions.csv",
        "invoices.csv",
        "receipts.csv",
        "bills.csv",
      ],
      ...["clients.csv", "vendors.csv", "journals.csv", "audit-log.jsonl", "index.html"],
      "invoices/Invoice-26-27-INV-000102.pdf",
    ]),
  );
  expect(text("clients.csv")).toContain("Malabar Mills");
  const indexed = text("index.csv")
    .split("\n")
    .find((line) => line.startsWith("books.json,"));
  const sha256 = new Bun.CryptoHasher("sha256").update(inFolder["books.json"] ?? "").digest("hex");
  expect(indexed).toBe(`books.json,${inFolder["books.json"]?.length},${sha256}`);

  const other = await world.found();
  done(await other.owner.put("/api/metadata", GSTIN));
  const books = JSON.parse(text("books.json"));
  made(await other.owner.post("/api/import/books", books));
  const rest = text("other-transactions.csv");
  made(await other.owner.call("POST", path, rest, { "content-type": "text/csv" }));
  expect(await trialBalance(other.owner)).toEqual(await trialBalance(owner));
  expect(done(await other.owner.get("/api/books/check"))).toMatchObject({ ok: true });

  // The same file again adds nothing.
  const again = done(await other.owner.post("/api/import/books", books));
  expect(again.import._id).toBeNull();

  const { items } = done(await owner.get("/api/audit?entity=Metadata&action=VIEW"));
  expect(JSON.stringify(items)).toContain(".zip");
}, 60_000);

test("only owners can export the agency", async () => {
  for (const path of ["agency.zip", "books.json", "other-transactions.csv"]) {
    const { status, body } = await world.kaveri.staff.get(`/api/export/${path}`);
    expect([status, body.message]).toEqual([
      403,
      "Only agency owners can export the whole agency.",
    ]);
  }
});
