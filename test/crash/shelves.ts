import type { Entity } from "../../domain/audit.ts";
import { CSV_HEADER } from "../../domain/csv.ts";

// What the writers of the crash test write. Every write carries a mark of its own, `mark-17`, in one field,
// and where there is an amount it is 17 paise: so a row says which write it is, and whether it is whole.
// A new noun of the app is one entry of SHELVES and one of KINDS.

/** Where the marks of an entity are found in the file, and in the audit log's records of it. */
interface Shelf {
  /** id, mark and paise (or null) of every row that writers made. */
  rows: string;
  /** The fields of the audit log's record of which one holds the mark. */
  fields: string[];
  /** What each of them books, logged beside it under the same mark. */
  books?: Entity;
}

const shelves = {
  Transaction: {
    rows: `SELECT id, description AS mark, amount_paise AS paise FROM transactions
      WHERE source IS NULL AND import_id IS NULL`,
    // The second is that of what a receipt books.
    fields: ["description", "notes"],
  },
  Receipt: {
    rows: "SELECT id, purpose AS mark, amount_paise AS paise FROM receipts",
    fields: ["purpose"],
    books: "Transaction",
  },
  Import: {
    rows: "SELECT id, file AS mark, income_paise / rows AS paise FROM imports",
    fields: ["file"],
  },
  Account: {
    rows: "SELECT id, name AS mark, opening_paise AS paise FROM accounts WHERE name LIKE 'mark-%'",
    fields: ["name"],
  },
  Category: {
    rows: "SELECT id, name AS mark, NULL AS paise FROM categories WHERE name LIKE 'mark-%'",
    fields: ["name"],
  },
  Metadata: {
    rows: `SELECT 'metadata' AS id, location AS mark, NULL AS paise FROM agencies
      WHERE location <> ''`,
    fields: ["location"],
  },
  Client: {
    rows: "SELECT id, display_name AS mark, NULL AS paise FROM clients WHERE display_name LIKE 'mark-%'",
    fields: ["displayName"],
  },
  Invoice: {
    rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM invoices
      WHERE notes LIKE 'mark-%' AND cancelled_at IS NULL`,
    fields: ["notes"],
  },
  Payment: {
    rows: "SELECT id, reference AS mark, amount_paise AS paise FROM payments",
    fields: ["reference"],
    books: "Transaction",
  },
  InvoiceSettings: {
    rows: `SELECT 'invoice settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
      WHERE kind = 'invoice' AND prefix LIKE 'mark-%'`,
    fields: ["prefix"],
  },
  ReceiptSettings: {
    rows: `SELECT 'receipt settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
      WHERE kind = 'receipt' AND prefix LIKE 'mark-%'`,
    fields: ["prefix"],
  },
} satisfies Partial<Record<Entity, Shelf>>;

export type ShelfName = keyof typeof shelves;
export const SHELVES: Record<ShelfName, Shelf> = shelves;

/** What must find nothing, once imports are settled: half of something. */
export const HALVES = [
  `SELECT id FROM imports WHERE state <> 'done' OR added <> rows OR rows <>
    (SELECT count(*) FROM transactions t WHERE t.agency_id = imports.agency_id AND t.import_id = imports.id)`,
  "SELECT id FROM transactions WHERE import_id IS NOT NULL AND import_id NOT IN (SELECT id FROM imports)",
  "SELECT import_id FROM import_slices UNION ALL SELECT import_id FROM import_names",
  `SELECT id FROM transactions WHERE source = 'Receipt'
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, id FROM receipts)`,
  `SELECT id FROM transactions WHERE source = 'Invoice'
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, invoice_id FROM payments)`,
  `SELECT id FROM invoices WHERE received_paise <> (SELECT coalesce(sum(amount_paise), 0) FROM payments
    WHERE payments.agency_id = invoices.agency_id AND invoice_id = invoices.id)`,
  `SELECT id FROM invoices WHERE sub_total_paise <> (SELECT coalesce(sum(rate_paise), 0) FROM invoice_items
    WHERE invoice_items.agency_id = invoices.agency_id AND invoice_id = invoices.id)`,
];

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

export interface Kind {
  shelf: ShelfName;
  /** How often it is chosen, beside the others. */
  weight: number;
  create?(write: Written, office: Office): Call;
  change?(id: string, write: Written, office: Office): Call;
  remove?(id: string): Call;
  /** How the log calls it where that is not DELETE. */
  removal?: "UPDATE";
  /** Of what is there once and always. */
  onlyOne?: string;
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

const transaction: Kind = {
  shelf: "Transaction",
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
};

const transfer: Kind = {
  shelf: "Transaction",
  weight: 6,
  create: ({ mark, n }, { bank, cash }) =>
    json("POST", "/transactions/transfer", {
      date: DAY,
      description: mark,
      amount: n / 100,
      fromAccountId: bank,
      toAccountId: cash,
    }),
  remove: transaction.remove as NonNullable<Kind["remove"]>,
};

const receiptOf = ({ mark, n }: Written, { cash }: Office) => ({
  date: DAY,
  client: { name: "Meera Iyer" },
  purpose: mark,
  amount: n / 100,
  mode: "UPI",
  accountId: cash,
});

const receipt: Kind = {
  shelf: "Receipt",
  weight: 10,
  create: (write, office) => json("POST", "/receipts", receiptOf(write, office)),
  remove: (id) => ({ method: "DELETE", path: `/receipts/${id}` }),
};

const batchOfReceipts: Kind = {
  shelf: "Receipt",
  weight: 2,
  create: (write, office) => {
    const rows = 2 + (write.n % 30);
    const receipts = Array.from({ length: rows }, () => receiptOf(write, office));
    return { ...json("POST", "/receipts/batch", { receipts }), rows };
  },
};

const importedFile: Kind = {
  shelf: "Import",
  weight: 2,
  create: ({ mark, n }) => {
    const line = `,Bank,Fees,Income,${n / 100},\n`;
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
};

const account: Kind = {
  shelf: "Account",
  weight: 2,
  create: ({ mark, n }) => json("POST", "/accounts", { name: mark, openingBalance: n / 100 }),
  change: (id, { mark, n }) =>
    json("PUT", `/accounts/${id}`, { name: mark, openingBalance: n / 100 }),
  remove: (id) => ({ method: "DELETE", path: `/accounts/${id}` }),
};

const category: Kind = {
  shelf: "Category",
  weight: 2,
  create: ({ mark }) => json("POST", "/categories", { name: mark }),
  change: (id, { mark }) => json("PUT", `/categories/${id}`, { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/categories/${id}` }),
};

const client: Kind = {
  shelf: "Client",
  weight: 2,
  create: ({ mark }) => json("POST", "/clients", { displayName: mark }),
  change: (id, { mark }) => json("PUT", `/clients/${id}`, { displayName: mark }),
  remove: (id) => ({ method: "DELETE", path: `/clients/${id}` }),
};

const itemsOf = ({ n }: Written) => [{ description: "Design", qty: 1, rate: n / 100, taxPct: 18 }];

/** Removed by cancelling, which keeps its number taken. */
const invoice: Kind = {
  shelf: "Invoice",
  weight: 6,
  create: (write, { client }) => {
    const { mark: notes } = write;
    return json("POST", "/invoices", { clientId: client, date: DAY, items: itemsOf(write), notes });
  },
  change: (id, write) =>
    json("PUT", `/invoices/${id}`, { items: itemsOf(write), notes: write.mark }),
  remove: (id) => json("POST", `/invoices/${id}/cancel`, {}),
  removal: "UPDATE",
};

const payment: Kind = {
  shelf: "Payment",
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
};

const invoiceSettings: Kind = {
  shelf: "InvoiceSettings",
  weight: 1,
  onlyOne: "invoice settings",
  change: (_, { mark }) => json("PUT", "/invoice-settings", { prefix: mark }),
};

const metadata: Kind = {
  shelf: "Metadata",
  weight: 1,
  onlyOne: "metadata",
  change: (_, { mark }) => json("PUT", "/metadata", { location: mark }),
};

const receiptSettings: Kind = {
  shelf: "ReceiptSettings",
  weight: 1,
  onlyOne: "receipt settings",
  change: (_, { mark }) => json("PUT", "/receipts/settings", { prefix: mark }),
};

export const KINDS = [
  transaction,
  transfer,
  receipt,
  batchOfReceipts,
  importedFile,
  account,
  category,
  client,
  invoice,
  payment,
  invoiceSettings,
  metadata,
  receiptSettings,
];
