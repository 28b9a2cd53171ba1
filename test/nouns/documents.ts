import { DAY, json, type Noun, type Office, other, type Written } from "./noun.ts";

const buildReceipt = ({ mark, n }: Written, { cash }: Office) => ({
  date: DAY,
  client: { name: "Meera Iyer" },
  purpose: mark,
  amount: n / 100,
  mode: "UPI",
  accountId: cash,
});

export const receipt: Noun = {
  entity: "Receipt",
  folder: "receipts",
  weight: 10,
  create: (write, office) => json("POST", "/receipts", buildReceipt(write, office)),
  remove: (id) => ({ method: "DELETE", path: `/receipts/${id}` }),
  rows: "SELECT id, purpose AS mark, amount_paise AS paise FROM receipts",
  fields: ["purpose"],
  books: "Transaction",
};

export const batchOfReceipts: Noun = {
  ...other(receipt),
  weight: 2,
  create: (write, office) => {
    const rows = 2 + (write.n % 30);
    const receipts = Array.from({ length: rows }, () => buildReceipt(write, office));
    return { ...json("POST", "/receipts/batch", { receipts }), rows };
  },
};

export const client: Noun = {
  entity: "Client",
  folder: "clients",
  weight: 2,
  create: ({ mark }) => json("POST", "/clients", { displayName: mark }),
  change: (id, { mark }) => json("PUT", `/clients/${id}`, { displayName: mark }),
  remove: (id) => ({ method: "DELETE", path: `/clients/${id}` }),
  rows: "SELECT id, display_name AS mark, NULL AS paise FROM clients WHERE display_name LIKE 'mark-%'",
  fields: ["displayName"],
};

const buildItems = ({ n }: Written) => [
  { description: "Design", qty: 1, rate: n / 100, taxPct: 18 },
];

/** Removed by cancelling, which keeps the number. */
export const invoice: Noun = {
  entity: "Invoice",
  folder: "invoices",
  weight: 6,
  create: (write, { client }) => {
    const { mark: notes } = write;
    return json("POST", "/invoices", {
      clientId: client,
      date: DAY,
      items: buildItems(write),
      notes,
    });
  },
  change: (id, write) =>
    json("PUT", `/invoices/${id}`, { items: buildItems(write), notes: write.mark }),
  remove: (id) => json("POST", `/invoices/${id}/cancel`, {}),
  removal: "UPDATE",
  rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM documents
    WHERE family = 'INVOICES' AND notes LIKE 'mark-%' AND cancelled_at IS NULL`,
  fields: ["notes"],
};

export const payment: Noun = {
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
  rows: `SELECT id, reference AS mark, amount_paise AS paise FROM settlements s
    WHERE reference LIKE 'mark-%' AND EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = s.agency_id
      AND d.id = s.document_id AND family IN ('INVOICES', 'BILLS'))`,
  fields: ["reference"],
  books: "Transaction",
};

export const note: Noun = {
  entity: "Note",
  folder: "notes",
  weight: 3,
  create: (write, { invoice: invoiceId }) =>
    json("POST", "/notes", {
      kind: "DEBIT_NOTE",
      reason: "OTHER",
      invoiceId,
      date: DAY,
      items: buildItems(write),
      notes: write.mark,
    }),
  change: (id, write) =>
    json("PUT", `/notes/${id}`, { items: buildItems(write), notes: write.mark }),
  remove: (id) => json("POST", `/notes/${id}/cancel`, {}),
  removal: "UPDATE",
  rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM documents
    WHERE family = 'NOTES' AND notes LIKE 'mark-%' AND cancelled_at IS NULL`,
  fields: ["notes"],
};

/** A return of a month long ago, another one for each write. */
export const filing: Noun = {
  entity: "Filing",
  folder: "gst",
  weight: 0,
  create: ({ n }) => {
    const month = `${2018 + (Math.floor(n / 12) % 8)}-${String((n % 12) + 1).padStart(2, "0")}`;
    const arn = `AA27${String(n).padStart(11, "0")}`;
    return json("POST", `/gst/${month}/filed`, { return: "GSTR1", date: DAY, arn });
  },
};

export const estimate: Noun = {
  entity: "Estimate",
  folder: "estimates",
  weight: 3,
  create: (write, { client }) =>
    json("POST", "/estimates", {
      clientId: client,
      date: DAY,
      items: buildItems(write),
      notes: write.mark,
    }),
  change: (id, write) =>
    json("PUT", `/estimates/${id}`, { items: buildItems(write), notes: write.mark }),
  rows: `SELECT id, notes AS mark, sub_total_paise AS paise FROM documents
    WHERE family = 'ESTIMATES' AND notes LIKE 'mark-%'`,
  fields: ["notes"],
};

export const voucher: Noun = {
  entity: "Voucher",
  folder: "vouchers",
  weight: 3,
  create: ({ mark, n }, { bank, client }) =>
    json("POST", "/vouchers", {
      clientId: client,
      date: DAY,
      amount: n / 100,
      description: mark,
      mode: "UPI",
      accountId: bank,
      reference: mark,
    }),
  remove: (id) => json("POST", `/vouchers/${id}/cancel`, {}),
  removal: "UPDATE",
  rows: `SELECT d.id, description AS mark, grand_total_paise AS paise FROM documents d
    JOIN document_lines l ON l.agency_id = d.agency_id AND l.document_id = d.id
    WHERE family = 'VOUCHERS' AND description LIKE 'mark-%' AND cancelled_at IS NULL`,
  fields: ["description"],
  books: "Transaction",
};

export const application: Noun = {
  entity: "Application",
  folder: "applications",
  weight: 0,
  create: ({ n }, { note, invoice }) =>
    json("POST", `/notes/${note}/apply`, { invoiceId: invoice, amount: n / 100 }),
  remove: (id) => ({ method: "DELETE", path: `/applications/${id}` }),
};

export const invoiceSettings: Noun = {
  entity: "InvoiceSettings",
  weight: 1,
  onlyOne: "invoice settings",
  change: (_, { mark }) => json("PUT", "/invoice-settings", { prefix: mark }),
  rows: `SELECT 'invoice settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
    WHERE kind = 'INVOICE' AND prefix LIKE 'mark-%'`,
  fields: ["prefix"],
};

export const receiptSettings: Noun = {
  entity: "ReceiptSettings",
  weight: 1,
  onlyOne: "receipt settings",
  change: (_, { mark }) => json("PUT", "/receipts/settings", { prefix: mark }),
  rows: `SELECT 'receipt settings' AS id, prefix AS mark, NULL AS paise FROM document_settings
    WHERE kind = 'RECEIPT' AND prefix LIKE 'mark-%'`,
  fields: ["prefix"],
};

/** Starts far in the future, so that it creates nothing. */
export const series: Noun = {
  entity: "Series",
  folder: "series",
  weight: 2,
  create: (write, { client: clientId }) => {
    const items = buildItems(write).map((item) => ({
      ...item,
      description: write.mark,
      taxPct: 0,
    }));
    const template = { clientId, items };
    return json("POST", "/series", {
      kind: "invoice",
      template,
      anchor: "2090-10-05",
      unit: "month",
      mode: "issue",
    });
  },
  change: (id, write, { client: clientId }) => {
    const items = buildItems(write).map((item) => ({
      ...item,
      description: write.mark,
      taxPct: 0,
    }));
    return json("PUT", `/series/${id}`, { template: { clientId, items } });
  },
  remove: (id) => ({ method: "DELETE", path: `/series/${id}` }),
  rows: "SELECT id, title AS mark, amount_paise AS paise FROM series",
  fields: ["title"],
};

export const mapping: Noun = {
  entity: "ImportMapping",
  folder: "import-mappings",
  weight: 1,
  create: ({ mark, n }) => json("POST", "/import-mappings", buildMapping(mark, n)),
  change: (id, { mark, n }) => json("PUT", `/import-mappings/${id}`, buildMapping(mark, n)),
  remove: (id) => ({ method: "DELETE", path: `/import-mappings/${id}` }),
  rows: "SELECT id, name AS mark, CAST(headings ->> 2 AS INTEGER) AS paise FROM import_mappings",
  fields: ["name"],
};

const buildMapping = (name: string, n: number) => ({
  name,
  headings: ["Date", "Amount", String(n)],
  mapping: { columns: { date: "Date", amount: "Amount" } },
});

export const view: Noun = {
  entity: "View",
  folder: "views",
  weight: 1,
  create: ({ mark, n }) => json("POST", "/views", buildView(mark, n)),
  change: (id, { mark, n }) => json("PUT", `/views/${id}`, buildView(mark, n)),
  remove: (id) => ({ method: "DELETE", path: `/views/${id}` }),
  rows: "SELECT id, name AS mark, CAST(substr(query, 11) AS INTEGER) AS paise FROM views",
  fields: ["name"],
};

const buildView = (name: string, n: number) => ({
  name,
  path: "/transactions",
  query: `minAmount=${n}`,
  shared: true,
});

export const item: Noun = {
  entity: "Item",
  folder: "items",
  weight: 2,
  create: ({ mark, n }) => json("POST", "/items", { name: mark, rate: n / 100 }),
  change: (id, { mark, n }) => json("PUT", `/items/${id}`, { name: mark, rate: n / 100 }),
  remove: (id) => ({ method: "DELETE", path: `/items/${id}` }),
  rows: "SELECT id, name AS mark, rate_paise AS paise FROM items",
  fields: ["name"],
};
