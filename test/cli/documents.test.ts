import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { made, type World } from "../world.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";
import { lines, openBilledOctober } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openBilledOctober());
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const run = (...words: string[]) => bahi(seat, words);
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).stdout);
const show = async (...words: string[]) => lines((await run(...words)).stdout);

const DAY = ["--date", "6 Oct 2026"];
const SOLD = ["--client", "asha & sons", "--item", "Website; 1; 85,000; 18; 998314", ...DAY];

describe("bahi invoices", () => {
  test("create takes its options from the API's fields, and edit replaces them", async () => {
    const more = ["--item", "Photo; 12; 250", "--hsn-sac", "998381", "--due-date", "5/12/2026"];
    const create = () => run("invoices", "create", ...SOLD, ...more, "--notes", "Thank you");
    const { stdout } = await create();
    expect(stdout).toMatch(/^Created a draft of tax invoice 26-27\/INV\/\d{6}: ₹1,03,840.00\n$/);
    expect((await create()).stdout).toBe(stdout.replace("Created a draft of", "Already created:"));
    const number = stdout.split(" ")[6]?.replace(":", "") ?? "";
    const { invoice } = await json("invoices", "show", number);
    expect(invoice).toMatchObject({
      dueDate: "2026-12-05",
      notes: "Thank you",
      items: [
        { description: "Website", qty: 1, rate: 85_000, taxPct: 18, hsnSac: "998314" },
        { description: "Photo", qty: 12, rate: 250, hsnSac: "998381" },
      ],
    });
    const changes = ["--item", "Logo; 2; 500; 5", "--due-date", "", "--reverse-charge"];
    const edited = await run("invoices", "edit", number, ...changes);
    expect(edited.stdout).toBe(`Updated ${number}: ₹1,000.00\n`);
    const back = await json("invoices", "edit", number, "--no-reverse-charge");
    expect(back).toMatchObject({ grandTotal: 1_050, dueDate: "", reverseCharge: false });
  });

  test("create --send sends it, once", async () => {
    const sent = await run("invoices", "create", ...SOLD, "--send");
    expect(sent.stdout).toMatch(/^Sent tax invoice 26-27\/INV\/\d{6}: ₹1,00,300.00\n$/);
    expect((await run("invoices", "create", ...SOLD, "--send")).stdout).toStartWith("Already ");
  });

  test("show prints the columns of the list, the lines and the taxes", async () => {
    const shown = await show("invoices", "show", "1");
    expect(shown).toEqual(
      expect.arrayContaining([
        "Number | 26-27/INV/000001",
        "Client | Asha & Sons",
        "Status | Partially paid, overdue",
        "Total | ₹1,180.00",
        "CGST | ₹90.00",
        "Description | Quantity | Rate | GST % | HSN/SAC | Amount",
        "Logo | 1 | ₹1,000.00 | 18 | ₹1,000.00",
      ]),
    );
    const { screen } = await sitDown(seat, ["invoices", "show", "1"], 50).end();
    for (const line of screen.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(50);
  });

  test("cancel asks on a terminal and deletes the newest draft", async () => {
    const { number } = await json("invoices", "create", ...SOLD, "--again");
    const no = sitDown(seat, ["invoices", "cancel", number]);
    await no.shows(`Cancel ${number}? (yes or no): `);
    no.type("no\n");
    expect((await no.end()).exitCode).toBe(2);
    expect((await run("invoices", "cancel", number)).stdout).toBe(`Deleted ${number}\n`);
    expect((await run("invoices", "show", number)).exitCode).toBe(5);
    const sent = await json("invoices", "create", ...SOLD, "--again", "--send");
    expect((await run("invoices", "cancel", sent.number)).stdout).toBe(
      `Cancelled ${sent.number}\n`,
    );
  });

  test("open prints only the address of the page", async () => {
    const { invoice } = await json("invoices", "show", "1");
    const opened = await run("invoices", "open", "INV/000001");
    expect(opened).toEqual({
      stdout: `${seat.url}/invoices/${invoice._id}\n`,
      stderr: "",
      exitCode: 0,
    });
  });

  test.each([
    [["create", "--item", "A; 1; 5"], 2, "--client is missing"],
    [["create", "--client", "बेला"], 2, "--item is missing"],
    [["create", "--client", "बेला", "--item", "A; 1"], 2, "--item A; 1 is not understood"],
    [["create", "--client", "बेला", "--item", "A; 1; x"], 2, "--item x is not an amount"],
    [["create", "--client", "बेला", "--item", "A; 1; 5; 18; 9; 9"], 2, "is not understood"],
    [["create", "--due-date", "soon"], 2, "--due-date soon is not a date"],
    [["create", "--supply", "odd"], 2, "--supply odd is not known; use one of regular, "],
    [["create", "--client", "बेला", "--item", "A; 1; 5; 500"], 3, "correct --item and run"],
    [[...["create", ...SOLD], "--due-date", "2020-01-01"], 3, "correct --due-date and run"],
    [["edit", "1"], 2, "no change is given; add an option, like --due-date 2026-11-30"],
    [["edit", "1", "--tax-pct", "5"], 2, "--tax-pct is for lines; add --item as well"],
    [["cancel", "1"], 3, "bahi: "],
    [["show", "77"], 5, "there is no invoice 77; see bahi invoices list"],
    [["list", "--client", "Nobody"], 5, 'no client is named "Nobody"'],
  ])("%j exits with %p and names the option", async (words, exitCode, said) => {
    const answer = await run("invoices", ...words);
    expect(answer).toMatchObject({ stdout: "", exitCode });
    expect(answer.stderr).toContain(said);
  });
});

test("options have the names of the API, and earlier names stay valid", async () => {
  const total = async (...words: string[]) => (await json(...words)).total;
  for (const period of [
    "--date-from 2026-10-01 --date-to 2026-10-05",
    "--from 2026-10-01 --to 2026-10-05",
  ]) {
    expect(await total("invoices", "list", ...period.split(" "))).toBe(1);
  }
  for (const search of ["--q", "--search"]) {
    expect(await total("receipts", "list", "--month", "2026-10", search, "meera")).toBe(1);
  }
  for (const min of ["--min-amount", "--min"]) {
    expect(await total("transactions", "list", "--month", "2026-10", min, "6,000")).toBe(1);
  }
  expect(await total("invoices", "list", "--client", "बेला")).toBe(1);
  expect(await total("invoices", "list", "--status", "unpaid")).toBeGreaterThan(0);
  const { stdout } = await run("transactions", "list", "--help");
  for (const flag of ["--date-from", "--q ", "--min-amount", "--account"])
    expect(stdout).toContain(flag);
  for (const flag of ["--from", "--search", "--min "]) expect(stdout).not.toContain(flag);
});

test("a document is found by its number, the end of it, or its id", async () => {
  const { vendor } = made(await world.kaveri.owner.post("/api/vendors", { displayName: "Ink" }));
  const { vendor: other } = made(
    await world.kaveri.owner.post("/api/vendors", { displayName: "Paper" }),
  );
  const bill = async (vendorId: string, number: string) => {
    const items = [{ description: "Ink", taxable: 10 }];
    const of = { vendorId, number, date: "2026-10-05", items };
    return made(await world.kaveri.owner.post("/api/bills", of));
  };
  const one = await bill(vendor._id, "A/S-7");
  const same = [await bill(vendor._id, "TWIN/1"), await bill(other._id, "TWIN/1")];
  for (const typed of ["a/s-7", "S-7", "7", one._id]) {
    expect(await json("bills", "show", typed)).toMatchObject({ _id: one._id });
  }
  const { stderr, exitCode } = await run("bills", "show", "TWIN/1");
  expect([exitCode, stderr]).toEqual([
    5,
    expect.stringMatching(/^bahi: several bills have the number TWIN\/1; name one by its id: /),
  ]);
  for (const { _id } of same) expect(stderr).toContain(_id);
  expect((await run("bills", "cancel", same[0]._id)).stdout).toBe("Cancelled TWIN/1\n");
});

test("bills create takes lines with taxes, and edit enters a draft", async () => {
  const of = ["--vendor", "ink", "--number", "B/2", "--category", "rent", "--draft", ...DAY];
  const { _id } = await json("bills", "create", ...of, "--item", "Prints; 4,000; 5; 4911");
  const bill = await json("bills", "edit", "B/2", "--status", "open", "--due-date", "2026-10-31");
  expect(bill).toMatchObject({
    _id,
    status: "OPEN",
    dueDate: "2026-10-31",
    grandTotal: 4_000,
    items: [{ taxPct: 5, hsnSac: "4911", categoryId: world.kaveri.rent._id }],
  });
});

test("notes create takes lines of its own, and shows them", async () => {
  const of = ["--invoice", "1", "--reason", "discount", ...DAY];
  const note = await json("notes", "create", ...of, "--item", "Discount; 1; 100; 18");
  expect(note).toMatchObject({ kind: "CREDIT_NOTE", reason: "DISCOUNT", grandTotal: 118 });
  expect(await show("notes", "show", note.number)).toContain("Against | 26-27/INV/000001");
  const edited = await json("notes", "edit", note.number, "--reason", "returned");
  expect(edited.reason).toBe("RETURNED");
  const both = await run("notes", "create", ...of, "--item", "A; 1; 1", "--whole");
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining("--whole")]);
});

test("estimates and vouchers are shown; a voucher is cancelled with its income", async () => {
  const estimate = await json("estimates", "create", ...SOLD, "--valid-until", "2026-12-31");
  const shown = await show("estimates", "show", estimate.number);
  expect(shown).toContain("Valid until | 2026-12-31");
  const edited = await json("estimates", "edit", estimate.number, "--terms", "30 days");
  expect(edited.terms).toBe("30 days");
  const of = ["--client", "बेला", "--amount", "590", "--account", "kaveri bank"];
  const voucher = await json("vouchers", "create", ...of, "--description", "Film", ...DAY);
  expect(await show("vouchers", "show", voucher.number)).toContain("Description | Film");
  expect(await json("vouchers", "list", "--held")).toMatchObject({ total: 1 });
  const end = await run("vouchers", "cancel", voucher.number);
  expect(end.stdout).toBe(`Cancelled ${voucher.number}\n`);
  expect(await json("vouchers", "list", "--held")).toMatchObject({ total: 0 });
});

test("receipts, transactions, journals and series are shown and deleted", async () => {
  expect(await show("receipts", "show", "1")).toContain("Client | Meera");
  expect((await run("receipts", "delete", "1")).stdout).toBe("Deleted FY26-27/RCPT/00001\n");
  expect((await run("receipts", "show", "1")).exitCode).toBe(5);

  const { items } = await json("transactions", "list", "--q", "Retainer", "--month", "2026-10");
  const { _id } = items[0];
  expect(await show("transactions", "show", _id)).toEqual([
    "Date | 2026-10-01",
    "Description | Retainer, Zest",
    "Account | kaveri bank",
    "Category | Fees",
    "Type | Income",
    "Amount | ₹12,50,000.50",
    `Id | ${_id}`,
  ]);
  expect((await run("transactions", "delete", _id)).exitCode).toBe(0);
  expect(await run("transactions", "show", _id)).toMatchObject({ exitCode: 5 });

  const sides = ["--debit", "Rent=100", "--credit", "Fees=100"];
  const { journal } = await json("journals", "create", "--reason", "Late rent", ...sides, ...DAY);
  expect(await show("journals", "show", journal._id)).toContain("Reason | Late rent");
  expect((await run("journals", "delete", journal._id)).exitCode).toBe(0);

  const { account, rent, owner } = world.kaveri;
  const template = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 5 };
  const monthly = { kind: "transaction", anchor: "2090-01-31", unit: "month" };
  const rented = { ...monthly, template: { ...template, description: "Rent" } };
  made(await owner.post("/api/series", rented));
  expect(await show("series", "show", "rent")).toContain("Next | 2090-01-31");
  expect((await run("series", "delete", "rent")).stdout).toBe("Series deleted\n");
});

test("a list pages and searches, and shows every page with --all", async () => {
  const { total } = await json("invoices", "list");
  const paged = await run("invoices", "list", "--limit", "2", "--sort", "-total");
  expect(paged.stdout).toMatch(
    new RegExp(`\\n${total} invoices, all time: .*\\nPage 1 of \\d\\n$`),
  );
  expect((await json("invoices", "list", "--all")).items).toHaveLength(total);
});
