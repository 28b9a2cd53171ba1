import { describe, expect, test } from "bun:test";
import {
  NewReceipt,
  NewReceipts,
  ReceiptSettingsChange,
  receiptFileName,
} from "../../domain/documents/receipts.ts";
import { type FieldError, parse, type Refusal } from "../../domain/refusal.ts";

const whole = {
  date: "2026-11-21",
  client: { name: "Meera Iyer" },
  purpose: "Logo design",
  amount: 1500.5,
  mode: "Cash",
  accountId: "an account",
};

function listErrors(...[schema, input]: Parameters<typeof parse>): FieldError[] {
  try {
    parse(schema, input);
    return [];
  } catch (error) {
    return (error as Refusal).errors;
  }
}

describe("a new receipt", () => {
  test("needs a date, a client, a purpose, an amount, a mode and an account", () => {
    expect(parse(NewReceipt, whole)).toEqual({
      ...whole,
      amount: 150050 as never,
      client: { name: "Meera Iyer", email: "", phone: "", address: "" },
      reference: "",
      notes: "",
    } as never);
    expect(listErrors(NewReceipt, {})).toEqual([
      { path: "date", message: "Date is required" },
      { path: "client.name", message: "Client name must be at least 2 characters" },
      { path: "purpose", message: "Purpose must be at least 2 characters" },
      { path: "amount", message: "Amount must be greater than 0" },
      {
        path: "mode",
        message: "Mode must be one of Cash, Bank Transfer, UPI, Card, Cheque, Other",
      },
      { path: "accountId", message: "Account is required" },
    ]);
  });

  test.each([
    ["date", "", "Date is required"],
    ["purpose", "x", "Purpose must be at least 2 characters"],
    ["purpose", "x".repeat(501), "Purpose is too long"],
    ["amount", 0, "Amount must be greater than 0"],
    ["amount", -5, "Amount must be greater than 0"],
    ["accountId", "", "Account is required"],
    ["reference", "x".repeat(201), "Reference is too long"],
    ["notes", "x".repeat(5001), "Notes is too long"],
  ])("%s %p: %s", (path, value, message) => {
    expect(listErrors(NewReceipt, { ...whole, [path]: value })).toEqual([{ path, message }]);
  });

  test.each([
    ["name", "x", "Client name must be at least 2 characters"],
    ["email", "no email", "Invalid email"],
    ["email", 5, "Invalid email"],
    ["phone", "1".repeat(201), "Phone is too long"],
    ["address", "x".repeat(5001), "Address is too long"],
  ])("client %s %p: %s", (field, value, message) => {
    const client = { name: "Meera Iyer", [field]: value };
    const wrong = listErrors(NewReceipt, { ...whole, client });
    expect(wrong).toEqual([{ path: `client.${field}`, message }]);
  });

  test("may have a blank client e-mail", () => {
    const client = { name: "Meera Iyer", email: "" };
    expect(listErrors(NewReceipt, { ...whole, client })).toEqual([]);
  });
});

test("a batch has 1 to 1,000 receipts and names the wrong one", () => {
  const wrong = { ...whole, amount: 0, client: {} };
  expect(listErrors(NewReceipts, { receipts: [whole, whole, whole, wrong] })).toEqual([
    { path: "receipts.3.client.name", message: "Client name must be at least 2 characters" },
    { path: "receipts.3.amount", message: "Amount must be greater than 0" },
  ]);
  const several = "Send 1 to 1,000 receipts";
  for (const receipts of [undefined, "text", [], Array(1001).fill(whole)]) {
    expect(listErrors(NewReceipts, { receipts })).toEqual([{ path: "receipts", message: several }]);
  }
});

test("settings need a prefix, a series and a policy", () => {
  expect(listErrors(ReceiptSettingsChange, { prefix: " ", resetPolicy: "MONTHLY" })).toEqual([
    { path: "prefix", message: "Prefix is required" },
    { path: "series", message: "Series is required" },
    { path: "resetPolicy", message: "Reset policy must be YEARLY or NEVER" },
  ]);
});

test("a PDF's name contains no character that a folder rejects", () => {
  expect(receiptFileName("FY26-27/RCPT/00001")).toBe("Receipt-FY26-27-RCPT-00001.pdf");
  expect(receiptFileName('रसीद/"../1')).toBe("Receipt-रसीद-..-1.pdf");
});

test("a long file name keeps the end of its number within the disk's byte limit", () => {
  const name = receiptFileName(`${"𑄌".repeat(200)}/${"𑄌".repeat(200)}/00012`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toEndWith("-00012.pdf");
  const other = receiptFileName(`${"𑄌".repeat(200)}/${"𑄌".repeat(200)}/00013`);
  expect(other).not.toBe(name);
});
