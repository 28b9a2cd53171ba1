import { describe, expect, test } from "bun:test";
import type { AuditEntry } from "../../domain/agencies/audit.ts";
import { listFieldChanges } from "../../domain/agencies/auditFields.ts";
import { describeEntry, describeSubject, toAuditLink } from "../../domain/agencies/auditWords.ts";

const entry = (fields: Pick<AuditEntry, "action" | "entity" | "payload">): AuditEntry => ({
  _id: "1",
  at: "2026-11-21T20:13:00.000Z",
  userId: { _id: "u", name: "Meera", email: "meera@ganga.test" },
  ...fields,
});

const rent = {
  _id: "t",
  date: "2026-10-01",
  description: "Office rent",
  accountId: { _id: "a", name: "HDFC Current", type: "Bank" },
  type: "Expense",
  amount: 55000,
  isTransfer: false,
  notes: "",
};

describe("an entry of the log", () => {
  test("shows what changed, by field, in rupees, dates and names", () => {
    const after = {
      ...rent,
      amount: 155000.5,
      date: "2026-10-02",
      accountId: { _id: "b", name: "Petty Cash" },
    };
    const change = entry({
      action: "UPDATE",
      entity: "Transaction",
      payload: { before: rent, after },
    });
    expect(listFieldChanges(change)).toEqual([
      { field: "Date", before: "1 Oct 2026", after: "2 Oct 2026" },
      { field: "Account", before: "HDFC Current", after: "Petty Cash" },
      { field: "Amount", before: "₹55,000.00", after: "₹1,55,000.50" },
    ]);
    expect(describeEntry(change)).toBe("changed date from 1 Oct 2026 to 2 Oct 2026 and 2 more");
    expect(describeSubject(change)).toBe("Office rent");
    expect(toAuditLink(change)).toBe(
      "/transactions?dateFrom=2026-10-02&dateTo=2026-10-02&q=Office+rent&preset=custom",
    );
  });

  test("shows the fields of a new or deleted record and no link to a deleted one", () => {
    const added = entry({ action: "CREATE", entity: "Transaction", payload: { after: rent } });
    expect(listFieldChanges(added)).toContainEqual({
      field: "Amount",
      before: "",
      after: "₹55,000.00",
    });
    expect(listFieldChanges(added).map(({ field }) => field)).not.toContain("Notes");
    expect(describeEntry(added)).toBe("added Office rent");
    const gone = entry({ action: "DELETE", entity: "Transaction", payload: { before: rent } });
    expect(listFieldChanges(gone)).toContainEqual({
      field: "Amount",
      before: "₹55,000.00",
      after: "",
    });
    expect([describeEntry(gone), toAuditLink(gone)]).toEqual(["deleted Office rent", undefined]);
  });

  test("links to the screen of its record", () => {
    const linkTo = (entity: AuditEntry["entity"], after: object) =>
      toAuditLink(entry({ action: "CREATE", entity, payload: { after } }));
    expect(linkTo("Account", { _id: "a" })).toBe("/settings/masters");
    expect(linkTo("Category", { _id: "c" })).toBe("/settings/masters?tab=categories");
    expect(linkTo("Metadata", { agencyName: "Ganga" })).toBe("/settings/metadata");
    expect(linkTo("Receipt", { _id: "r1" })).toBe("/receipts/r1");
    expect(linkTo("ReceiptSettings", { prefix: "RV" })).toBe("/settings/receipts");
    expect(linkTo("Import", { documents: 3, dateFrom: "2026-04-01" })).toBe("/invoices");
    expect(linkTo("Import", { dateFrom: "2026-04-01", dateTo: "2026-04-30" })).toBe(
      "/transactions?dateFrom=2026-04-01&dateTo=2026-04-30&preset=custom",
    );
  });

  test("reads lists, nested records and negative amounts", () => {
    const after = { number: "1", items: [{ rate: 5 }], tax: { cgst: -0.45 }, isActive: false };
    expect(
      listFieldChanges(entry({ action: "CREATE", entity: "Invoice", payload: { after } })),
    ).toEqual([
      { field: "Number", before: "", after: "1" },
      { field: "Item 1, rate", before: "", after: "₹5.00" },
      { field: "CGST", before: "", after: "−₹0.45" },
      { field: "Status", before: "", after: "Inactive" },
    ]);
  });

  test("labels each field once, with the names of rules and places", () => {
    const after = {
      number: "26-27/INV/000001",
      invoiceNumber: "26-27/INV/000001",
      gstMode: "INTRA",
      placeOfSupply: "",
      supplyPlace: { text: "Goa", stateCode: "30" },
      tdsRule: "CONTRACTOR",
      items: [{ taxPct: 18, taxable: 100 }],
      writtenOff: 0,
      status: "PARTIALLY_PAID",
      createdBy: { _id: "u", fullName: "Meera" },
    };
    const fields = listFieldChanges(
      entry({ action: "CREATE", entity: "Invoice", payload: { after } }),
    );
    expect(fields.map(({ field, after }) => `${field}: ${after}`)).toEqual([
      ...["Number: 26-27/INV/000001", "GST: CGST + SGST", "Place of supply: Goa"],
      ...["TDS rule: Contractor: company, firm or LLP", "Item 1, GST %: 18"],
      ...["Item 1, taxable value: ₹100.00", "Written off: ₹0.00", "Status: Partially paid"],
      "Created by: Meera",
    ]);
  });

  test("shows that a password was set and nothing more", () => {
    const after = { _id: "u", name: "Ravi" };
    const payload = { before: after, after, secret: "changed" };
    const change = entry({ action: "UPDATE", entity: "User", payload });
    expect(listFieldChanges(change)).toEqual([
      { field: "Password", before: "", after: "a new one" },
    ]);
    expect(describeEntry(change)).toBe("set password to a new one");
    expect([describeSubject(change), toAuditLink(change)]).toEqual(["Ravi", "/settings/team"]);
  });

  test("shows a note's number but not the code of its reason", () => {
    const after = { _id: "n", reason: "OTHER", number: "26-27/CN/000003" };
    const change = entry({ action: "CREATE", entity: "Note", payload: { after } });
    expect(describeEntry(change)).toBe("added 26-27/CN/000003");
  });

  test("distinguishes filled in from cleared fields", () => {
    const before = { location: "", gstNumber: "29AAGFS4321P1ZP" };
    const change = (after: object) =>
      describeEntry(entry({ action: "UPDATE", entity: "Metadata", payload: { before, after } }));
    expect(change({ ...before, location: "Mysuru" })).toBe("set location to Mysuru");
    expect(change({ location: "" })).toBe("cleared GST number, which was 29AAGFS4321P1ZP");
  });

  test("shows what an export contained and its filter", () => {
    const filter = { dateFrom: "2026-04-01", type: "Income" };
    const payload = { report: "transactions.pdf", filter };
    const view = entry({ action: "VIEW", entity: "Transaction", payload });
    expect(describeEntry(view)).toBe("downloaded transactions.pdf");
    expect(listFieldChanges(view)).toContainEqual({
      field: "Filter date from",
      before: "",
      after: "1 Apr 2026",
    });
    const exported = entry({ action: "VIEW", entity: "Transaction", payload: { export: "csv" } });
    expect(describeEntry(exported)).toBe("exported csv");
  });
});

describe("an entry about invoices", () => {
  const payment = {
    _id: "p",
    amount: 54000,
    tdsAmount: 5000,
    accountId: "a",
    account: { _id: "a", name: "HDFC Current", type: "Bank" },
    invoiceId: "i",
    invoiceNumber: "26-27/INV/000012",
    transactionId: "t",
  };

  test("names a payment by its invoice and links there", () => {
    const added = entry({ action: "CREATE", entity: "Payment", payload: { after: payment } });
    expect(describeEntry(added)).toBe("added a payment of ₹54,000.00 for 26-27/INV/000012");
    expect(toAuditLink(added)).toBe("/invoices/i");
    expect(listFieldChanges(added).map(({ field, after }) => `${field} ${after}`)).toEqual([
      "Amount ₹54,000.00",
      "TDS amount ₹5,000.00",
      "Account HDFC Current",
      "Invoice number 26-27/INV/000012",
    ]);
  });

  test.each([
    ["Invoice", { _id: "i", invoiceNumber: "26-27/INV/000012" }, "/invoices/i"],
    ["Client", { _id: "c", displayName: "Asha" }, "/clients?client=c"],
    ["InvoiceSettings", { prefix: "INV" }, "/settings/invoice"],
    ["Statement", { _id: "s1", file: "april.csv" }, "/banking/s1"],
    ["Match", { _id: "m1", why: "same amount" }, "/banking"],
    ["BankAccount", { _id: "b1", name: "HDFC" }, "/reconciliation?account=b1"],
  ] as const)("links a change of %s to its screen", (entity, after, link) => {
    expect(toAuditLink(entry({ action: "UPDATE", entity, payload: { after } }))).toBe(link);
  });
});
