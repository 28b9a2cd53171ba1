import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { formBody } from "../pictures.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";
import { openPassing, type Passing } from "./passing.ts";

let host: MailHost;
let world: World;
let owner: Caller;
let passing: Passing;
beforeAll(async () => {
  host = await startMailServer();
  const mail = { url: host.url, from: "billing@indigo.example", isPerAgency: false };
  world = await createWorld({ mail });
  owner = world.kaveri.owner;
  const logo = new Blob([Buffer.from(PIXEL, "base64")], { type: "image/png" });
  const { bytes, headers } = await formBody({ logo });
  done(await owner.call("POST", "/api/users/logo", bytes, headers));
  const agency = {
    agencyName: "Kaveri & <Sons>",
    location: "Lane 6, Koregaon Park\nPune 411001",
    contactNumber: "020 5550 0147",
    gstNumber: "27AABCI4471K1ZD",
  };
  done(await owner.put("/api/metadata", agency));
  done(await owner.put("/api/invoice-settings", { bankDetails: BANK }));
  passing = openPassing(world);
});
afterAll(async () => {
  await passing.stop();
  await world.end();
  await host.end();
});

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const BANK = {
  accountName: "Kaveri",
  bankName: "HDFC Bank",
  accountNo: "50200031174471",
  ifsc: "HDFC0000149",
  upi: "kaveri@hdfcbank",
  branch: "Koregaon Park",
};
const due = addDays(today(), 30);

async function invoice(
  name: string,
  items: object[] = [{ description: "Retainer", qty: 1, rate: 90_000 }],
) {
  const fields = { displayName: name, email: "accounts@konkan.example", state: "Maharashtra" };
  const { client } = made(await owner.post("/api/clients", fields));
  const body = { clientId: client._id, date: today(), dueDate: due, items };
  return made(await owner.post("/api/invoices", body));
}

/** Sends a document's e-mail and returns it as the mail server got it. */
async function mailed(path: string, body: object = {}) {
  const { mail } = made(await owner.post(`/api/${path}/email`, body));
  await passing.pass(11_000);
  const taken = host.taken.at(-1);
  const { text = "", html, attachments, subject } = (await taken?.parse()) ?? {};
  return { id: mail._id, raw: taken?.raw ?? "", text, html: html || "", attachments, subject };
}

test("shows an invoice as HTML and as plain text, with the same facts and the logo attached", async () => {
  const items = [
    { description: "Brand retainer, December 2026", qty: 1, rate: 90_000, taxPct: 18 },
    { description: "Packaging <b>updates</b> & labels", qty: 1, rate: 16_000, taxPct: 18 },
  ];
  const { _id, number } = await invoice("Konkan <script>", items);
  const { id, raw, text, html, attachments, subject } = await mailed(`invoices/${_id}`, {
    linkIt: true,
  });
  expect(subject).toBe(`Invoice ${number} from Kaveri & <Sons>, ₹1,25,080.00`);
  const [, url = ""] = /View and pay:\n(\S+)/.exec(text) ?? [];
  expect(text).toBe(
    `Kaveri & <Sons>
Invoice ${number}

Amount due: Rs 1,25,080.00
Due on ${formatDate(due)}, in 30 days

View and pay:
${url}

Dear Konkan <script>,

Here is our invoice dated ${formatDate(today())}.

  Brand retainer, December 2026        90,000.00
  Packaging <b>updates</b> & labels    16,000.00
  CGST 9%                               9,540.00
  SGST 9%                               9,540.00
  Total                              1,25,080.00

If you deduct TDS, please use Rs 1,06,000.00 (before GST).

Pay by bank transfer or UPI
  Account:           50200031174471, Kaveri
  IFSC:              HDFC0000149, HDFC Bank, Koregaon Park
  UPI:               kaveri@hdfcbank
  Payment reference: ${number}

${text.match(/^Attached: Invoice-.*\.pdf \(\d+ kB\)$/m)?.[0]}

With thanks,
Owner of kaveri
Kaveri & <Sons>, Lane 6, Koregaon Park, Pune 411001
020 5550 0147 | GSTIN 27AABCI4471K1ZD
Reply to this e-mail to reach us.
`,
  );
  for (const shown of [
    ...["Kaveri &amp; &lt;Sons&gt;", "Konkan &lt;script&gt;", "₹1,25,080<", "in 30 days"],
    ...["Packaging &lt;b&gt;updates&lt;/b&gt; &amp; labels", "HDFC0000149", "CGST 9%"],
    ...[`<a class="btn go" href="${url}"`, ">View and pay</a>", "(before GST)", "GSTIN 27AABC"],
  ]) {
    expect(html).toContain(shown);
  }
  expect(html).not.toContain("<script");
  // Nothing is loaded when the e-mail is opened, and nothing tells that it was.
  const addresses = [...html.matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)/g)];
  expect(addresses.map(([, address]) => address?.slice(0, 5))).toEqual(["data:", "http:"]);
  expect(raw).toContain('src=3D"cid:logo@bahi"');
  expect(raw).toMatch(/^Content-ID: <logo@bahi>\r$/im);
  expect(attachments?.map(({ contentType, related }) => [contentType, related === true])).toEqual([
    ["image/png", true],
    ["application/pdf", false],
  ]);
  const shown = done(await owner.get(`/api/outbox/${id}`));
  expect(shown.content.rows).toHaveLength(5);
  expect(shown.links).toEqual([{ number: "", url: "http://localhost/s/…" }]);
});

test("keeps lines of plain text within 72 characters, except links", async () => {
  const description = "A long description of the work that was done for the campaign in December";
  const items = Array.from({ length: 20 }, (_, n) => ({
    description: `${n} ${description}`,
    qty: 1,
    rate: 99_00_000,
  }));
  const { _id } = await invoice("Long Foods", items);
  const body = { text: `Dear all,\n\n${"word ".repeat(60)}₹500.\n\nThanks`, linkIt: true };
  const { text } = await mailed(`invoices/${_id}`, body);
  const long = text.split("\n").filter((line) => line.length > 72);
  expect(long.filter((line) => !line.startsWith("http"))).toEqual([]);
  expect(text).toContain("Rs 500.");
  expect(text).not.toContain("₹");
  expect(text).toMatch(/ {2}9 more lines, see the PDF +8,91,00,000\.00\n/);
});

test("thanks for a paid invoice, and gives each document its own words", async () => {
  const { _id } = await invoice("Paying Foods");
  await owner.post(`/api/invoices/${_id}/send`, {});
  const { accounts } = done(await owner.get("/api/accounts"));
  const money = { date: today(), mode: "UPI", accountId: accounts[0]._id };
  made(await owner.post(`/api/invoices/${_id}/payments`, { ...money, amount: 40_000 }));
  const part = (await mailed(`invoices/${_id}`)).text;
  expect(part).toContain("Amount due: Rs 66,200.00\n");
  expect(part).toMatch(/ {2}Already settled +-40,000\.00\n {2}Amount due +66,200\.00\n/);
  made(await owner.post(`/api/invoices/${_id}/payments`, { ...money, amount: 66_200 }));
  const paid = (await mailed(`invoices/${_id}`, { linkIt: true })).text;
  expect(paid).toContain(`Amount paid: Rs 1,06,200.00\nPaid on ${formatDate(today())}. Thank you.`);
  expect(paid).toContain("\nView:\nhttp");
  expect(paid).not.toContain("50200031174471");

  const fields = { date: today(), client: { name: "Meera", email: "m@x.example" }, amount: 500 };
  const { receipt } = made(
    await owner.post("/api/receipts", { ...money, ...fields, purpose: "Cards" }),
  );
  const { text } = await mailed(`receipts/${receipt._id}`);
  expect(text).toContain(
    `Amount received: Rs 500.00\nReceived on ${formatDate(today())}. Thank you.`,
  );

  const { client } = made(
    await owner.post("/api/clients", { displayName: "Estimated", email: "e@x.example" }),
  );
  const items = [{ description: "A page", qty: 1, rate: 500 }];
  const estimate = made(
    await owner.post("/api/estimates", {
      clientId: client._id,
      date: today(),
      dueDate: due,
      items,
    }),
  );
  const offered = (await mailed(`estimates/${estimate._id}`, { linkIt: true })).text;
  expect(offered).toContain(`Valid until ${formatDate(due)}, in 30 days\n\nView and answer:\nhttp`);
});
