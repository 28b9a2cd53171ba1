import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changeColumns, readBooksTable } from "../../domain/csv/booksColumns.ts";
import { toNumberText } from "../../domain/csv/booksLines.ts";
import { mapBooks } from "../../domain/csv/booksRows.ts";

const sample = (name: string) => readFileSync(join(import.meta.dir, `../data/${name}.csv`), "utf8");
const ZOHO_CONTACTS = sample("zoho-contacts");
const ZOHO_INVOICES = sample("zoho-invoices");
const VYAPAR_SALES = sample("vyapar-sales");
const VYAPAR_ITEMS = sample("vyapar-items");

const read = (name: string, text: string) => readBooksTable(name, new Blob([text]).stream());
const takenIn = async (text: string) =>
  (await read("a.csv", text)).columns.flatMap(({ name, field }) =>
    field ? [`${name} → ${field}`] : [],
  );

test("reads decimals after a rupee sign but no decimal comma", () => {
  expect(["Rs.250", "1.5000", "500,50"].map(toNumberText)).toEqual(["250.00", "1.50", "500,50"]);
});

describe("a Zoho Books export", () => {
  test("is recognized by its columns", async () => {
    expect(await takenIn(ZOHO_CONTACTS)).toEqual([
      "Company Name → billingName",
      "Display Name → client",
      "EmailID → email",
      "Phone → phone",
      "GST Treatment → gstTreatment",
      "GST Identification Number (GSTIN) → gstin",
      "Billing Address → address",
      "Billing Street2 → moreAddress",
      "Billing City → city",
      "Billing State → state",
      "Billing Country → country",
      "Billing Code → pin",
      "Currency Code → currency",
    ]);
    const { kind, columns } = await read("i.csv", ZOHO_INVOICES);
    expect(kind).toBe("invoices");
    const price = columns.find(({ name }) => name === "Item Price");
    expect(price).toEqual({ name: "Item Price", field: "rate", example: "12500.000000" });
    expect(columns.find(({ name }) => name === "Invoice ID")?.field).toBeUndefined();
  });

  test("becomes clients, invoices with lines, and payments", async () => {
    const contacts = await read("contacts.csv", ZOHO_CONTACTS);
    const tables = [await read("invoices.csv", ZOHO_INVOICES), contacts];
    const { file, warnings, placeOf } = mapBooks(tables);
    expect(warnings).toEqual([
      "1 payment is computed as the total less the balance: correct those partly settled by a credit note",
    ]);
    expect(file.clients).toMatchObject([
      {
        id: "c1",
        name: "Malabar Mills",
        billingName: "Malabar Mills Pvt Ltd",
        gstin: "32AAACM1234F1ZP",
        kind: "REGULAR",
        stateCode: "32",
        city: "Kochi",
        address: "2 Jew Town\nMattancherry",
      },
      { id: "c2", name: "Lumi Oy", kind: "OVERSEAS" },
    ]);
    expect(file.documents).toEqual([
      {
        kind: "INVOICE",
        number: "INV-000118",
        date: "2026-02-10",
        client: "c1",
        dueDate: "2026-03-12",
        placeOfSupplyCode: "32",
        supply: "REGULAR",
        status: "SENT",
        roundToTotal: true,
        notes: "Thank you",
        total: "28910.40",
        roundOff: "0.40",
        lines: [
          {
            description: "Catalogue – Print, 24 pages",
            hsnSac: "998391",
            unit: "PCS",
            qty: "2.00",
            rate: "12500.00",
            discountPct: "10.00",
            taxPct: "18.00",
          },
          {
            description: "Posters",
            hsnSac: "998391",
            unit: "PCS",
            qty: "1",
            rate: "2000.00",
            taxPct: "18.00",
          },
        ],
      },
      {
        kind: "INVOICE",
        number: "INV-000119",
        date: "2026-02-11",
        client: "c2",
        supply: "EXPORT_WITHOUT_TAX",
        status: "CANCELLED",
        total: "90500.00",
        roundToTotal: true,
        foreignCurrency: "EUR",
        exchangeRate: "90.50",
        lines: [
          {
            description: "Film",
            hsnSac: "999612",
            qty: "1.00",
            rate: "90500.00",
            taxPct: "0.00",
            discountPct: "",
          },
        ].map(({ discountPct: _, ...line }) => line),
      },
    ] as never);
    expect(file.payments).toEqual([
      { document: "INV-000118", date: "2026-03-01", amount: "20000.00", mode: "Other" },
    ]);
    expect(placeOf("documents.0.lines.1.rate")).toBe("invoices.csv, line 3");
    expect(placeOf("documents.1.total")).toBe("invoices.csv, line 4");
    expect(placeOf("clients.1.name")).toBe("contacts.csv, line 3");
    expect(placeOf("bills")).toBeUndefined();
  });
});

describe("a Vyapar export", () => {
  test("becomes invoices from two sheets below their titles", async () => {
    const tables = [await read("items.csv", VYAPAR_ITEMS), await read("sales.csv", VYAPAR_SALES)];
    const { file, warnings } = mapBooks(tables);
    expect(warnings).toEqual(["1 row of kind Credit Note left out: only invoices are imported"]);
    expect(file).toEqual({
      clients: [{ id: "c1", name: "Meera Joshi", phone: "9845067890" }],
      vendors: [],
      documents: [
        {
          kind: "INVOICE",
          number: "12",
          date: "2025-09-05",
          client: "c1",
          total: "1180.00",
          status: "SENT",
          roundToTotal: true,
          lines: [
            {
              description: "Logo",
              hsnSac: "998391",
              unit: "NOS",
              qty: "1.00",
              rate: "1000.00",
              discountPct: "0.00",
              taxPct: "18.00",
            },
          ],
        },
      ],
      payments: [{ document: "12", date: "2025-09-05", amount: "1000.00", mode: "UPI" }],
    } as never);
  });

  test("reports missing lines", async () => {
    const { warnings } = mapBooks([await read("sales.csv", VYAPAR_SALES)]);
    expect(warnings).toContain(
      "The files do not say what 12 was billed for: add the file with its items",
    );
  });
});

describe("a file", () => {
  test.each([
    [
      "a workbook",
      "PK\u0003\u0004rest",
      "a.csv is an Excel workbook: save each of its sheets as CSV",
    ],
    [
      "of something else",
      "Fruit,Colour\nMango,Yellow\n",
      "a.csv has no header with columns of clients or invoices",
    ],
    ["nothing", "", "a.csv has no header with columns of clients or invoices"],
  ])("is rejected: %s", async (_, text, message) => {
    await expect(read("a.csv", text)).rejects.toThrow(message);
  });

  test("is read by a given column mapping", async () => {
    const table = await read("a.csv", "Name,Bill,Date,Price\nMeera,7,05/09/2025,100\n");
    expect(table.kind).toBe("unknown");
    expect(mapBooks([table])).toMatchObject({ file: { clients: [], documents: [] } });
    expect(mapBooks([table]).warnings).toEqual([
      "a.csv has amounts, and no columns for an invoice's number and date: " +
        "nothing is imported from it",
    ]);
    const taken = changeColumns(table, 1, "number");
    expect(taken.kind).toBe("invoices");
    expect(mapBooks([taken]).file.documents[0]).toMatchObject({ number: "7", client: "c1" });
    expect(changeColumns(taken, 3, "number").columns[1]?.field).toBeUndefined();
    expect(changeColumns(taken, 3, undefined).columns[3]?.field).toBeUndefined();
  });
});

describe("an invoice", () => {
  const HEADER =
    "Invoice Number,Date,Customer Name,Item,Quantity,Rate,Discount,GST %,Tax,Item Total," +
    "Discount on all,Shipping,Currency,Exchange Rate,Transaction Type,Total,Balance,Paid on,TDS\n";
  const TAKES = [
    ["Discount on all", "wholeDiscount"],
    ["Shipping", "shipping"],
    ["Paid on", "paidOn"],
    ["TDS", "tds"],
  ] as const;
  async function taken(...rows: string[]) {
    const table = await read("a.csv", `${HEADER}${rows.join("\n")}\n`);
    const at = (name: string) => table.columns.findIndex((column) => column.name === name);
    return mapBooks([
      TAKES.reduce((all, [name, field]) => changeColumns(all, at(name), field), table),
    ]);
  }
  const readFirstLines = async (...rows: string[]) =>
    (await taken(...rows)).file.documents[0]?.lines;

  test("spreads its discount over all lines and puts shipping at the highest rate", async () => {
    expect(
      await readFirstLines(
        "1,2025-04-05,Ravi,Logo,2,100,,5,,200,10,50,,,,,,,",
        "1,2025-04-05,Ravi,Film,1,100.01,,18,,100.01,10,50,,,,,,,",
      ),
    ).toEqual([
      { description: "Logo", qty: "1", rate: "193.33", taxPct: "5.00" },
      { description: "Film", qty: "1", rate: "96.68", taxPct: "18.00" },
      { description: "Shipping", qty: "1", rate: "50.00", taxPct: "18.00" },
    ]);
  });

  test("derives its rate from the tax in rupees", async () => {
    expect(await readFirstLines("1,2025-04-05,Ravi,Logo,1,100,,,5,100,,,,,,,,,")).toMatchObject([
      { taxPct: "5" },
    ]);
  });

  test("is converted to rupees from a foreign currency, with its payment", async () => {
    const row = "1,2025-04-05,Lumi,Film,1,100,,0,,100,,,EUR,90.5,,100,0,2025-04-09,10";
    const { file } = await taken(row);
    expect(file.documents[0]).toMatchObject({
      total: "9050.00",
      foreignCurrency: "EUR",
      exchangeRate: "90.50",
      lines: [{ qty: "1.00", rate: "9050.00" }],
    });
    expect(file.payments).toMatchObject([{ amount: "8145.00", tdsAmount: "905.00" }]);
  });

  test("can also be of type Sales invoice", async () => {
    const row = (type: string) => `1,2025-04-05,Ravi,Logo,1,100,,0,,100,,,,,${type},100,100,,`;
    const counts = ["Sales invoice", "Sale", "Tax Invoice", "Sales return"].map(
      async (type) => (await taken(row(type))).file.documents.length,
    );
    expect(await Promise.all(counts)).toEqual([1, 1, 1, 0]);
  });
});
