import { afterAll, beforeAll, expect, test } from "bun:test";
import { readPages } from "../../pdf.ts";
import { createWorld, type World } from "../../world.ts";
import { ENTER, EVENTS, openStudio, type Studio } from "../neelkamal.ts";

let world: World;
let studio: Studio;
beforeAll(async () => {
  world = await createWorld();
  studio = await openStudio(world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
}, 120_000);
afterAll(() => world.end());

const YEAR = "dateFrom=2026-04-01&dateTo=2027-03-31";
async function fetchPdf(path: string, token = studio.owner.token): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return world.app.handle(new Request(`http://localhost/api/reports/${path}`, { headers }));
}
async function paper(path: string) {
  const answer = await fetchPdf(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (process.env.KEEP_PDF)
    await Bun.write(`${process.env.KEEP_PDF}/${path.replace(/\W+/g, "-")}.pdf`, bytes);
  return { bytes, text: (await readPages(bytes)).join("\n") };
}

const PAPERS: [path: string, texts: string[]][] = [
  [
    `profit-and-loss.pdf?${YEAR}&compare=year`,
    [
      ...["Neelkamal Design Studio", "GSTIN 27AAPFU0939F1ZV", "1 Apr 2026 – 31 Mar 2027"],
      ...["Accrual: by document date", "FY 26-27", "FY 25-26", "Revenue from operations"],
      ...["Professional fees", "3,00,000.50", "+2,60,000.50", "Profit for the year"],
      ...["1,19,199.50", "As per our report of even date", "The books begin on 1 Feb 2026"],
    ],
  ],
  [`profit-and-loss.pdf?${YEAR}&basis=cash`, ["Cash: by payment date", "98,013.03"]],
  [`profit-and-loss.pdf?${YEAR}&by=month`, ["Apr 26", "Mar 27", "1,24,999.91", "1,19,199.50"]],
  [
    "balance-sheet.pdf?at=2027-03-31&compare=year",
    [
      ...["At 31 Mar 2027", "31 Mar 2026", "Owners’ funds and liabilities", "5,44,099.50"],
      ...["3,96,500.00", "−50,000.00", "always on the accrual basis"],
    ],
  ],
  ["trial-balance.pdf?at=2027-03-31", ["2,31,500.00 Cr", "8,11,750.50", "26 ledgers"]],
  [
    `ledger.pdf?ledger=HDFC%20Current&${YEAR}`,
    ["HDFC Current", "Opening balance", "2,52,800.00 Dr", "Sahyadri Foods", "3,26,850.00 Dr"],
  ],
  [`cash-flow.pdf?${YEAR}`, ["Operating", "Closing balance", "3,44,899.50"]],
  ["ageing.pdf?at=2027-03-31", ["Ageing of receivables", "188 days late", "89,899.95"]],
  ["tds.pdf?year=2026-27", ["TDS receivable", "FY 2026-27", "23,500.05"]],
  [`gst-summary.pdf?${YEAR}`, ["Output CGST", "Apr 2026"]],
  [`sales-register.pdf?${YEAR}`, ["Sales register", "26-27/INV/000002", "Sahyadri Foods"]],
  [`purchase-register.pdf?${YEAR}`, ["Purchase register", "Cess and round off"]],
  [`income-by-client.pdf?${YEAR}`, ["Income by client", "Sahyadri Foods", "Total income"]],
  [`expenses-by-vendor.pdf?${YEAR}`, ["Without a vendor", "Depreciation", "Total expenses"]],
  [`day-book.pdf?${YEAR}`, ["Day book", "Sahyadri Foods", "HDFC Current"]],
];

test.each(PAPERS)("%s has the amounts of its page", async (path, texts) => {
  const { text } = await paper(path);
  for (const words of texts) expect(text).toContain(words);
});

test("staff get a client's account but no statements", async () => {
  const { owner, staff } = world.kaveri;
  const client = await owner.post("/api/clients", { displayName: "Kopi Roasters" });
  const own = `statement-of-account.pdf?clientId=${client.body.client._id}&${YEAR}`;
  expect((await fetchPdf(own, staff.token)).status).toBe(200);
  expect((await fetchPdf("balance-sheet.pdf", staff.token)).status).toBe(403);
  expect((await fetchPdf(own, world.narmada.owner.token)).status).toBe(404);
});

test("a saved PDF is in the log and has its current hash in the footer", async () => {
  const { text } = await paper("trial-balance.pdf");
  const { body } = await studio.owner.get("/api/audit?action=VIEW&limit=1");
  expect(JSON.stringify(body)).toContain("trial-balance.pdf");
  const [, seq = "", head] = /by bahi, log entry ([\d,]+), ([0-9a-f]{16})/.exec(text) ?? [];
  const given = `${seq.replaceAll(",", "")}:${head}`;
  expect((await studio.owner.get(`/api/audit/verify?heads=${given}`)).body).toMatchObject({
    ok: true,
    checkpoints: [{ agrees: true }],
  });
});
