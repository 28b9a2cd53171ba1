import { afterAll, beforeAll, expect, test } from "bun:test";
import { readPages, scanned } from "../../pdf.ts";
import { createWorld, made, type World } from "../../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const post = async (path: string, body: object) =>
  made(await world.kaveri.owner.post(`/api${path}`, body));
const act = async (path: string) => (await world.kaveri.owner.post(`/api${path}`, {})).body;

async function readPdf(path: string) {
  const headers = { authorization: `Bearer ${world.kaveri.owner.token}` };
  const answer = await world.app.handle(
    new Request(`http://localhost/api${path}/pdf`, { headers }),
  );
  expect(answer.status).toBe(200);
  const pdf = new Uint8Array(await answer.arrayBuffer());
  const text = (await readPages(pdf)).join("\n");
  return { text, pdf, name: answer.headers.get("content-disposition") };
}

function holds(text: string, particulars: string[]): void {
  const whole = text.replaceAll("\n", " ");
  for (const particular of particulars) expect(whole).toContain(particular);
}

const REGISTERED = {
  displayName: "Bela Ltd",
  billingAddress: "14 MG Road",
  city: "Bengaluru",
  pin: "560001",
  gstin: "29AAGFS4321P1ZP",
};
const line = { description: "Two frames less", hsnSac: "998391", qty: 2, rate: 5_000, taxPct: 18 };

async function buildNote(client: object, fields: object = {}) {
  const clientId = (await post("/clients", client)).client._id;
  const input = { clientId, date: "2026-10-05", items: [{ ...line, qty: 10 }] };
  const invoice = await post("/invoices", input);
  await act(`/invoices/${invoice._id}/send`);
  const note = await post("/notes", {
    kind: "CREDIT_NOTE",
    invoiceId: invoice._id,
    date: "2026-10-20",
    reason: "DISCOUNT",
    items: [line],
    notes: "As agreed by telephone",
    ...fields,
  });
  return { invoice, note };
}

test("a note states that it has no GST and which lines a pure agent bought", async () => {
  const outside = { ...line, taxPct: 0, treatment: "NOT_A_SUPPLY" };
  const { note } = await buildNote(REGISTERED, { items: [outside] });
  const { text } = await readPdf(`/notes/${note._id}`);
  holds(text, ["lowers the price without GST (outside section 34 of the CGST Act)"]);
  expect(text).not.toContain("reverse input tax credit");
  const agent = await buildNote(REGISTERED, { items: [line, { ...outside, pureAgent: true }] });
  const paper = await readPdf(`/notes/${agent.note._id}`);
  holds(paper.text, ["their pure agent (Rule 33 of the CGST Rules), outside the value of supply"]);
  expect(agent.note.number).toMatch(/\/CN\//);
});

test("a credit note has the particulars of Rule 53(1A)", async () => {
  const { invoice, note } = await buildNote(REGISTERED);
  expect((await readPdf(`/notes/${note._id}`)).text).toContain("DRAFT");
  await act(`/notes/${note._id}/send`);
  const { text, pdf, name } = await readPdf(`/notes/${note._id}`);
  expect(name).toBe(`attachment; filename="Credit-Note-${note.number.replaceAll("/", "-")}.pdf"`);
  expect(text).not.toMatch(/DRAFT|CGST|Due date|Balance due/);
  holds(text, [
    ...["CREDIT NOTE", note.number, "Original for recipient", "GSTIN 27AAACB1234C1ZF"],
    ...["Bela Ltd", "14 MG Road", "State: Karnataka, code 29", "GSTIN 29AAGFS4321P1ZP"],
    ...[
      "20 Oct 2026",
      "Against invoice",
      invoice.number,
      "Dated",
      "5 Oct 2026",
      "29-Karnataka",
      "Reverse charge",
    ],
    ...["Two frames less", "998391", "10,000.00", "IGST 18%", "1,800.00", "₹11,800.00"],
    ...["Rupees Eleven Thousand Eight Hundred Only", "A discount was given"],
    "Please reverse input tax credit to the extent of this note.",
    ...["As agreed by telephone", "For kaveri", "Authorised Signatory"],
  ]);
  expect(scanned(pdf)).toBeUndefined();
  await act(`/notes/${note._id}/cancel`);
  expect((await readPdf(`/notes/${note._id}`)).text).toContain("CANCELLED");
});

test("a client without GSTIN, and a debit note, reverse no credit", async () => {
  const { note } = await buildNote({ displayName: "Meera Iyer", state: "Maharashtra" });
  const credit = (await readPdf(`/notes/${note._id}`)).text;
  holds(credit, ["Meera Iyer", "State: Maharashtra, code 27", "CGST 9%", "SGST 9%"]);
  expect(credit).not.toContain("reverse input tax credit");
  const other = await buildNote(REGISTERED, { kind: "DEBIT_NOTE", reason: "OTHER" });
  const { text, pdf, name } = await readPdf(`/notes/${other.note._id}`);
  expect(name).toContain("Debit-Note-");
  holds(text, ["DEBIT NOTE", "Total"]);
  expect(text).not.toMatch(/reverse input tax credit|Credited|Reason/);
  expect(scanned(pdf)).toBeUndefined();
});

test("vouchers have the particulars of Rules 50 and 51", async () => {
  const clientId = (await post("/clients", REGISTERED)).client._id;
  const money = { mode: "UPI", accountId: world.kaveri.account._id };
  const voucher = await post("/vouchers", {
    clientId,
    date: "2026-10-05",
    amount: 54_000,
    tdsAmount: 5_000,
    ...money,
    description: "Advance for a film",
    reference: "UTR 4711",
  });
  const { text, name } = await readPdf(`/vouchers/${voucher._id}`);
  expect(name).toContain("Receipt-Voucher-");
  holds(text, [
    ...["RECEIPT VOUCHER", voucher.number, "5 Oct 2026", "GSTIN 27AAACB1234C1ZF", "Bela Ltd"],
    ...["GSTIN 29AAGFS4321P1ZP", "29-Karnataka", "Reverse charge", "Advance for a film"],
    ...["UPI, UTR 4711", "IGST 18%", "50,000.00", "9,000.00", "₹59,000.00"],
    ...["TDS deducted", "−₹5,000.00", "Received", "₹54,000.00", "Fifty-Nine Thousand Only"],
    "Authorised Signatory",
  ]);
  const back = { date: "2026-10-30", amount: 11_800, ...money };
  const refund = await post(`/vouchers/${voucher._id}/refund`, back);
  const paper = await readPdf(`/vouchers/${refund._id}`);
  expect(paper.name).toContain("Refund-Voucher-");
  holds(paper.text, [
    ...["REFUND VOUCHER", refund.number, "30 Oct 2026", "Refunded to"],
    ...[voucher.number, "Dated", "5 Oct 2026", "10,000.00", "1,800.00", "₹11,800.00"],
  ]);
});

test("documents belong to one agency, and the log records who opened one", async () => {
  const { note } = await buildNote(REGISTERED);
  const strange = await world.narmada.owner.get(`/api/notes/${note._id}/pdf`);
  expect([strange.status, strange.body]).toEqual([404, { message: "Note not found" }]);
  await readPdf(`/notes/${note._id}`);
  const { body } = await world.kaveri.owner.get("/api/audit?action=VIEW&entity=Note");
  expect(body.items[0].payload).toMatchObject({ pdf: note.number, _id: note._id });
});
