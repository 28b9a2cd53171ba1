import type { Entity } from "../domain/agencies/audit.ts";
import { CSV_HEADER } from "../domain/csv/transactions.ts";

// What an agency can make, each told once: how it is made, changed and taken away, and where it is found
// again. The tests of roles, isolation, audit, fuzz and crashes read it, so a new noun is one entry here.
// Every write carries a mark in one field, and where there is an amount it is `n` paise: in the crash test
// `mark-17` and 17 paise, so that a row says which write it is, and whether it is whole.

/** A request to the API, without who asks. */
export interface Call {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: string;
  type?: string;
  /** Of a create: how many rows of its shelf it makes. */
  rows?: number;
}

/** Ids that writers may name. */
export interface Office {
  bank: string;
  cash: string;
  fees: string;
  rent: string;
  client: string;
  /** Of more than all payments together. */
  invoice: string;
}

export interface Noun {
  entity: Entity;
  /** Of the API, `clients`; none where it is only another way to make one that is told already. */
  folder?: string;
  /** How often the crash test chooses it, beside the others. */
  weight: number;
  create?(write: Written, office: Office): Call;
  change?(id: string, write: Written, office: Office): Call;
  remove?(id: string): Call;
  /** How the log calls it where that is not DELETE. */
  removal?: "UPDATE";
  /** Of what is there once and always. */
  onlyOne?: string;
  /** SQL: id, mark and paise (or null) of every row that writers of the crash test made. */
  rows: string;
  /** The fields of the audit log's record of which one holds the mark. */
  fields: string[];
  /** What each of them books, logged beside it under the same mark. */
  books?: Entity;
}

/** A write's mark, and the number in it. */
export interface Written {
  mark: string;
  n: number;
}

const json = (method: Call["method"], path: string, body: object): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});
const DAY = "2026-10-05";

const transaction: Noun = {
  entity: "Transaction",
  folder: "transactions",
  weight: 12,
  create: ({ mark, n }, { bank, fees }) =>
    json("POST", "/transactions", {
      date: DAY,
      description: mark,
      type: "Income",
      amount: n / 100,
      accountId: bank,
      categoryId: fees,
    }),
  change: (id, { mark, n }, { cash, rent }) =>
    json("PUT", `/transactions/${id}`, {
      description: mark,
      type: "Expense",
      amount: n / 100,
      accountId: cash,
      categoryId: rent,
    }),
  remove: (id) => ({ method: "DELETE", path: `/transactions/${id}` }),
  rows: `SELECT id, description AS mark, amount_paise AS paise FROM transactions
    WHERE source IS NULL AND import_id IS NULL`,
  // The second is that of what a receipt books.
  fields: ["description", "notes"],
};

/** Another way to make one. */
const other = ({ folder: _, change: __, ...noun }: Noun): Noun => noun;

const transfer: Noun = {
  ...other(transaction),
  weight: 6,
  create: ({ mark, n }, { bank, cash }) =>
    json("POST", "/transactions/transfer", {
      date: DAY,
      description: mark,
      amount: n / 100,
      fromAccountId: bank,
      toAccountId: cash,
    }),
};

const receiptOf = ({ mark, n }: Written, { cash }: Office) => ({
  date: DAY,
  client: { name: "Meera Iyer" },
  purpose: mark,
  amount: n / 100,
  mode: "UPI",
  accountId: cash,
});

const receipt: Noun = {
  entity: "Receipt",
  folder: "receipts",
  weight: 10,
  create: (write, office) => json("POST", "/receipts", receiptOf(write, office)),
  remove: (id) => ({ method: "DELETE", path: `/receipts/${id}` }),
  rows: "SELECT id, purpose AS mark, amount_paise AS paise FROM receipts",
  fields: ["purpose"],
  books: "Transaction",
};

const batchOfReceipts: Noun = {
  ...other(receipt),
  weight: 2,
  create: (write, office) => {
    const rows = 2 + (write.n % 30);
    const receipts = Array.from({ length: rows }, () => receiptOf(write, office));
    return { ...json("POST", "/receipts/batch", { receipts }), rows };
  },
};

const importedFile: Noun = {
  entity: "Import",
  folder: "imports",
  weight: 2,
  create: ({ mark, n }) => {
    const line = `,Till,Receipts,Income,${n / 100},\n`;
    const days = Array.from({ length: 500 + (n % 5) * 1_500 }, (_, row) => row);
    const lines = days.map(
      (row) => `2026-${10 + (row % 3)}-0${1 + (row % 9)},${mark} ${row}${line}`,
    );
    return {
      method: "POST",
      path: `/transactions/import?file=${mark}`,
      type: "text/csv",
      body: CSV_HEADER + lines.join(""),
    };
  },
  remove: (id) => ({ method: "DELETE", path: `/imports/${id}` }),
  rows: "SELECT id, file AS mark, income_paise / rows AS paise FROM imports",
  fields: ["file"],
};

const account: Noun = {
  entity: "Account",
  folder: "accounts",
  weight: 2,
  create: ({ mark, n }) => json("POST", "/accounts", { name: mark, openingBalance: n / 100 }),
  change: (id, { mark, n }) =>
    json("PUT", `/accounts/${id}`, { name: mark, openingBalance: n / 100 }),
  remove: (id) => ({ method: "DELETE", path: `/accounts/${id}` }),
  rows: "SELECT id, name AS mark, opening_paise AS paise FROM accounts WHERE name LIKE 'mark-%'",
  fields: ["name"],
};

const category: Noun = {
  entity: "Category",
  folder: "categories",
  weight: 2,
  create: ({ mark }) => json("POST", "/categories", { name: mark }),
  change: (id, { mark }) => json("PUT", `/categories/${id}`, { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/categories/${id}` }),
  rows: "SELECT id, name AS mark, NULL AS paise FROM categories WHERE name LIKE 'mark-%'",
  fields: ["name"],
};

const client: Noun = {
  entity: "Client",
  folder: "clients",
  weight: 2,
  create: ({ mark }) => json("POST", "/clients", { displayName: mark }),
  change: (id, { mark }) => json("PUT", `/clients/${id}`, { displayName: mark }),
  remove: (id) => ({ method: "DELETE", path: `/clients/${id}` }),
  rows: "SELECT id, display_name AS mark, NULL AS paise FROM clients WHERE display_name LIKE 'mark-%'",
  fields: ["displayName"],
};

const itemsOf = ({ n }: Written) => [{ description: "Design", qty: 1, rate: n / 100, taxPct: 18 }];

/** Removed by cancelling, which keeps its number taken. */
const invoice: Noun = {
  entity: "Invoice",
  folder: "invoices",
  weight: 6,
  create: (write, { client }) => {
    const { mark: notes } = write;
    return json("POST", "/invoices", { clientId: client, date: DAY, items: itemsOf(write), notes });
  },
  change: (id, write) =>
    json("PUT", `/invoices/${id}`, { items: itemsOf(write), notes: write.mark }),
  remove: (id) => json("POST", `/invoices/${id}/cancel`, {}),
  removal: "UPDATE",
  rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM invoices
    WHERE notes LIKE 'mark-%' AND cancelled_at IS NULL`,
  fields: ["notes"],
};

const payment: Noun = {
  entity: "Payment",
  folder: "payments",
  weight: 6,
  create: ({ mark, n }, { bank, invoice }) =>
    json("POST", `/invoices/${invoice}/payments`, {
      date: DAY,
      amount: n / 100,
      mode: "UPI",
      reference: mark,
      accountId: bank,
    }),
  remove: (id) => ({ method: "DELETE", path: `/payments/${id}` }),
  rows: "SELECT id, reference AS mark, amount_paise AS paise FROM payments",
  fields: ["reference"],
  books: "Transaction",
};

const invoiceSettings: Noun = {
  entity: "InvoiceSettings",
  weight: 1,
  onlyOne: "invoice settings",
  change: (_, { mark }) => json("PUT", "/invoice-settings", { prefix: mark }),
  rows: `SELECT 'invoice settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
    WHERE kind = 'invoice' AND prefix LIKE 'mark-%'`,
  fields: ["prefix"],
};

const metadata: Noun = {
  entity: "Metadata",
  weight: 1,
  onlyOne: "metadata",
  change: (_, { mark }) => json("PUT", "/metadata", { location: mark }),
  rows: `SELECT 'metadata' AS id, location AS mark, NULL AS paise FROM agencies
    WHERE location <> ''`,
  fields: ["location"],
};

const receiptSettings: Noun = {
  entity: "ReceiptSettings",
  weight: 1,
  onlyOne: "receipt settings",
  change: (_, { mark }) => json("PUT", "/receipts/settings", { prefix: mark }),
  rows: `SELECT 'receipt settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
    WHERE kind = 'receipt' AND prefix LIKE 'mark-%'`,
  fields: ["prefix"],
};

const member: Noun = {
  entity: "User",
  folder: "team",
  weight: 0,
  create: ({ mark, n }) =>
    json("POST", "/users/team", {
      name: mark,
      email: `member-${n}@${mark.replace(/\W/g, "")}.test`,
      password: "ravi's own",
    }),
  change: (id, { mark }) => json("PUT", `/users/team/${id}`, { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/users/team/${id}` }),
  rows: "SELECT id, name AS mark, NULL AS paise FROM users WHERE name LIKE 'mark-%'",
  fields: ["name"],
};

export const NOUNS = [
  transaction,
  transfer,
  receipt,
  batchOfReceipts,
  importedFile,
  payment,
  invoice,
  invoiceSettings,
  metadata,
  receiptSettings,
  account,
  category,
  client,
  member,
];
