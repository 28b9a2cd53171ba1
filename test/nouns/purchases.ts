import { payment } from "./documents.ts";
import { DAY, json, type Noun, other } from "./noun.ts";

export const vendor: Noun = {
  entity: "Vendor",
  folder: "vendors",
  weight: 2,
  create: ({ mark }) => json("POST", "/vendors", { displayName: mark }),
  change: (id, { mark }) => json("PUT", `/vendors/${id}`, { displayName: mark }),
  remove: (id) => ({ method: "DELETE", path: `/vendors/${id}` }),
  rows: "SELECT id, display_name AS mark, NULL AS paise FROM vendors WHERE display_name LIKE 'mark-%'",
  fields: ["displayName"],
};

export const bill: Noun = {
  entity: "Bill",
  folder: "bills",
  weight: 6,
  create: ({ mark, n }, { vendor }) =>
    json("POST", "/bills", {
      vendorId: vendor,
      number: mark,
      date: DAY,
      notes: mark,
      items: [{ description: "Print", taxable: n / 100 }],
    }),
  change: (id, { mark, n }) =>
    json("PUT", `/bills/${id}`, {
      items: [{ description: "Print", taxable: n / 100 }],
      notes: mark,
    }),
  remove: (id) => json("POST", `/bills/${id}/cancel`, {}),
  removal: "UPDATE",
  rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM documents
    WHERE family = 'BILLS' AND notes LIKE 'mark-%' AND cancelled_at IS NULL`,
  fields: ["notes"],
};

export const billPayment: Noun = {
  ...other(payment),
  create: ({ mark, n }, { bank, bill }) =>
    json("POST", `/bills/${bill}/payments`, {
      date: DAY,
      amount: n / 100,
      mode: "UPI",
      reference: mark,
      accountId: bank,
    }),
};

export const deposit: Noun = {
  entity: "Deposit",
  folder: "tds-deposits",
  weight: 2,
  create: ({ mark, n }, { bank }) =>
    json("POST", "/tds-deposits", {
      month: "2026-10",
      date: DAY,
      amount: n / 100,
      accountId: bank,
      reference: mark,
    }),
  remove: (id) => ({ method: "DELETE", path: `/tds-deposits/${id}` }),
  rows: "SELECT id, reference AS mark, amount_paise AS paise FROM tds_deposits",
  fields: ["reference"],
  books: "Transaction",
};

export const tdsStatement: Noun = {
  entity: "TdsStatement",
  folder: "tds-statements",
  weight: 1,
  create: ({ mark, n }, { bank }) => {
    const year = 1000 + (n % 8000);
    return json("POST", "/tds-statements", {
      quarter: `${year}-${String(year + 1).slice(-2)}-Q1`,
      date: DAY,
      reference: mark,
      fee: n / 100,
      accountId: bank,
    });
  },
  remove: (id) => ({ method: "DELETE", path: `/tds-statements/${id}` }),
  rows: "SELECT id, reference AS mark, fee_paise AS paise FROM tds_statements",
  fields: ["reference"],
  books: "Transaction",
};

export const vendorAdvance: Noun = {
  entity: "VendorAdvance",
  folder: "vendor-advances",
  weight: 2,
  create: ({ mark, n }, { bank, vendor }) =>
    json("POST", "/vendor-advances", {
      vendorId: vendor,
      date: DAY,
      amount: n / 100,
      accountId: bank,
      reference: mark,
    }),
  remove: (id) => ({ method: "DELETE", path: `/vendor-advances/${id}` }),
  rows: "SELECT id, reference AS mark, amount_paise AS paise FROM vendor_advances",
  fields: ["reference"],
  books: "Transaction",
};

export const partnerPayment: Noun = {
  entity: "PartnerPayment",
  folder: "partner-payments",
  weight: 1,
  create: ({ mark, n }) =>
    json("POST", "/partner-payments", {
      date: DAY,
      partner: mark,
      pan: "ABCPN5511E",
      kind: "SALARY",
      amount: n / 100,
    }),
  remove: (id) => ({ method: "DELETE", path: `/partner-payments/${id}` }),
  rows: "SELECT id, partner AS mark, amount_paise AS paise FROM partner_payments",
  fields: ["partner"],
  books: "Journal",
};
