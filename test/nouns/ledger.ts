import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { DAY, json, type Noun, type Office, other } from "./noun.ts";

export const transaction: Noun = {
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
  fields: ["description", "notes"],
};

export const transfer: Noun = {
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

export const importedFile: Noun = {
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

export const importedBooks: Noun = {
  ...other(importedFile),
  weight: 2,
  create: ({ mark, n }) => {
    const [number, amount] = [`${mark}/INV/1`, (3 * n) / 100];
    const lines = [{ description: "Design", qty: 1, rate: amount, taxPct: 0 }];
    return json("POST", `/import/books?file=${mark}`, {
      clients: [{ id: "c1", name: `Client of ${mark}` }],
      documents: [{ kind: "INVOICE", number, date: DAY, client: "c1", lines }],
      payments: [{ document: number, date: DAY, amount }],
    });
  },
};

export const account: Noun = {
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

export const category: Noun = {
  entity: "Category",
  folder: "categories",
  weight: 2,
  create: ({ mark }) => json("POST", "/categories", { name: mark }),
  change: (id, { mark }) => json("PUT", `/categories/${id}`, { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/categories/${id}` }),
  rows: "SELECT id, name AS mark, NULL AS paise FROM categories WHERE name LIKE 'mark-%'",
  fields: ["name"],
};

export const split: Noun = {
  ...other(transaction),
  weight: 2,
  create: ({ mark, n }, { bank, fees }) => {
    const part = { categoryId: fees, amount: n / 100 };
    const entry = { date: DAY, description: mark, type: "Income", accountId: bank };
    return { ...json("POST", "/transactions", { ...entry, split: [part, part] }), rows: 2 };
  },
};

export const journal: Noun = {
  entity: "Journal",
  folder: "journals",
  weight: 2,
  create: ({ mark, n }, office) => json("POST", "/journals", buildJournal(mark, n, office)),
  change: (id, { mark, n }, office) =>
    json("PUT", `/journals/${id}`, buildJournal(mark, n, office)),
  remove: (id) => ({ method: "DELETE", path: `/journals/${id}` }),
  rows: `SELECT id, reason AS mark, (SELECT max(paise) FROM journal_lines l
    WHERE l.agency_id = journals.agency_id AND journal_id = journals.id) AS paise FROM journals
    WHERE NOT EXISTS (SELECT 1 FROM partner_payments p
      WHERE p.agency_id = journals.agency_id AND p.journal_id = journals.id)`,
  fields: ["reason"],
};

const buildJournal = (mark: string, n: number, { fees, rent }: Office) => ({
  date: DAY,
  reason: mark,
  lines: [
    { categoryId: rent, debit: n / 100 },
    { categoryId: fees, credit: n / 100 },
  ],
});
