import { describe, expect, test } from "bun:test";
import type { OpenInvoice } from "../../../domain/banking/candidates.ts";
import type { Field } from "../../../domain/banking/matchContext.ts";
import { propose } from "../../../domain/banking/propose.ts";
import type { Paise } from "../../../domain/money.ts";
import { measureCpu } from "../../cpu.ts";

const FIELD: Field = {
  lines: [],
  entries: [],
  invoices: [],
  bills: [],
  others: [],
  rules: [],
  declined: new Set(),
  memory: { counts: new Map(), categories: new Map() },
};
const line = (amount: number, narration: string) => ({
  id: "1",
  date: "2026-10-15",
  amountPaise: amount as Paise,
  narration,
  ref: null,
});
const entry = (amount: number, description: string) => ({
  id: "e",
  date: "2026-10-15",
  amountPaise: amount as Paise,
  description,
  notes: "",
});
const invoice = (number: string, client: string, more: Partial<OpenInvoice> = {}): OpenInvoice => ({
  id: number,
  number,
  client,
  clientId: client,
  date: "2026-10-01",
  dueDate: "2026-10-31",
  taxablePaise: 1_00_000_00 as Paise,
  balancePaise: 1_18_000_00 as Paise,
  tdsLimitPaise: 20_000_00 as Paise,
  ...more,
});
const first = (field: Partial<Field>) => propose({ ...FIELD, ...field }).get("1")?.[0];

describe("a line is no certain match", () => {
  test.each([
    ["Laptop, Acme Systems", -1_18_000_00, "RAZORPAY CHARGEBACK 99 KONKAN"],
    ["Konkan Foods, advance", 1_18_000_00, "INCOME TAX REFUND AY 2026-27"],
    ["Stationery, Kalam Stores", -500_00, "UPI-CHAI ADDA-c@ybl-YESB0YBLUPI-627900012345-TEA"],
    ["Printer repair, Acme", -45_000_00, "GST/BANK REF NO:C26/CPIN:26102700123456"],
    ["Printer repair, Acme", -590_00, "Chq Ret Chrgs 000118 INCL GST"],
    ["Blue Sky Media, advance", 5_000_00, "NEFT-ICICN52026100812345678-SKYLINE MEDIA PVT LTD"],
  ])("for the entry “%s” of its day and amount %d if it is %s", (text, amount, narration) => {
    const found = first({ lines: [line(amount, narration)], entries: [entry(amount, text)] });
    expect(found?.likely ?? false).toBe(false);
  });

  test.each([
    ["Twin Oaks Design Studio", 1_18_000_00, "GLOBAL DESIGN STUDIO", ""],
    ["Twin Oaks Studio", 1_08_000_00, "STUDIO NINE", ""],
    ["Sharma Traders", 1_18_000_00, "ROHIT SHARMA", ""],
    ["Konkan Foods", 1_18_000_00, "CHAI ADDA", "BILL 5"],
  ])("for an invoice of %s for %d if %s pays %s", (client, amount, party, note) => {
    const narration = `IMPS-629700012345-${party}-HDFC-XXXXXXX1234-${note}`;
    const invoices = [invoice("26-27/000005", client)];
    expect(first({ lines: [line(amount, narration)], invoices })?.likely ?? false).toBe(false);
  });

  test("for an invoice if two clients share the name that the bank cut", () => {
    const narration = "IMPS-629700012345-SHREE GANESH-HDFC-XXXXXXX1234-";
    const invoices = [invoice("7", "Shree Ganesh Traders")];
    const names = ["Shree Ganesh Foods", "Shree Ganesh Traders"];
    const lines = [line(1_18_000_00, narration)];
    expect(first({ lines, invoices })?.likely).toBe(true);
    expect(first({ lines, invoices, names })?.likely).toBe(false);
  });

  test.each([
    [1_00, ["i:7/100/0"]],
    [50_000_00, ["i:7/5000000/0"]],
    [1_17_994_10, ["c:7/11800000/0;590", "i:7/11799410/0"]],
    [1_06_200_00, ["i:7/10620000/1180000", "i:7/10620000/0"]],
    [1_15_640_00, ["i:7/11564000/236000", "c:7/11800000/0;236000", "i:7/11564000/0"]],
  ])("for less than an invoice: %d offers TDS of its total, a charge and a part", (amount, ids) => {
    const narration = "IMPS-629700012345-KONKAN FOODS-HDFC-XXXXXXX1234-";
    const invoices = [invoice("7", "Konkan Foods")];
    const found = propose({ ...FIELD, lines: [line(amount, narration)], invoices }).get("1") ?? [];
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found.some(({ likely }) => likely)).toBe(false);
  });

  test("for a transfer if the other account's line fits something else", () => {
    const lines = [line(-1_18_000_00, "IMPS/629700012345/SELF")];
    const theirs = (narration: string) => [{ ...line(1_18_000_00, narration), id: "2" }];
    const other = { id: "icici", name: "ICICI", number: "", lines: theirs("BY TRANSFER") };
    const own = { name: "Self", number: "" };
    expect(first({ lines, others: [other], own })?.likely).toBe(true);
    const named = { ...other, lines: theirs("NEFT-ICICN52026100812345678-KONKAN FOODS") };
    expect(first({ lines, others: [named], own })?.likely ?? false).toBe(false);
    const booked = { ...other, entries: [entry(1_18_000_00, "Cash of the fair")] };
    expect(first({ lines, others: [booked], own })?.likely ?? false).toBe(false);
  });
});

test("equal lines on two days match the entries of their own days", () => {
  const at = (id: string, day: string) => ({
    ...line(-280_00, "UPI/PARKING"),
    id,
    date: `2026-10-${day}`,
  });
  const of = (id: string, day: string) => ({
    ...entry(-280_00, "Parking"),
    id,
    date: `2026-10-${day}`,
  });
  const found = propose({
    ...FIELD,
    lines: [at("1", "01"), at("2", "05")],
    entries: [of("a", "01"), of("b", "05")],
  });
  expect(found.get("1")?.[0]).toMatchObject({ id: "t:a", likely: true });
  expect(found.get("2")?.[0]).toMatchObject({ id: "t:b", likely: true });
});

test("judges 10,000 lines and 20,000 entries of four amounts in seconds", async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10);
  const amounts = [500_00, 1_000_00, 2_500_00, 5_000_00].map((paise) => -paise);
  const entries = Array.from({ length: 20_000 }, (_, n) => ({
    ...entry(amounts[n % 4] as number, `Supplier ${n % 300}`),
    id: `e${n}`,
    date: day(n),
  }));
  const lines = entries
    .filter((_, n) => n % 2 === 0)
    .map(({ id, date, description, amountPaise }) => ({
      ...line(amountPaise, `UPI/${description}/PAY`),
      id,
      date,
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const [, cpuMs] = await measureCpu(() => propose({ ...FIELD, lines, entries }));
  // Comparing all entries of an amount took half a minute.
  expect(cpuMs).toBeLessThan(10_000);
});

test("a payment suggests the older of two equal invoices first", () => {
  const narration = "IMPS-629700012345-TWIN OAKS-HDFC-XXXXXXX1234-";
  const newer = { date: "2026-10-05", dueDate: "2026-10-16" };
  for (const amount of [1_18_000_00, 50_000_00]) {
    const invoices = [
      invoice("6", "Twin Oaks", { dueDate: "2026-11-30" }),
      invoice("7", "Twin Oaks", newer),
    ];
    const found = propose({ ...FIELD, lines: [line(amount, narration)], invoices }).get("1");
    expect(found?.map(({ parts }) => parts[0]?.id)).toEqual(["6", "7"]);
  }
});
