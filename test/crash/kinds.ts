import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import type { ShelfName } from "./shelves.ts";

// What the writers of the crash test ask the server for.

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
