import { DAY, json, type Noun } from "./noun.ts";

export const statement: Noun = {
  entity: "Statement",
  folder: "statements",
  weight: 3,
  create: ({ mark, n }, { bank }) => ({
    method: "POST",
    path: `/statements?accountId=${bank}&file=${mark}`,
    type: "application/octet-stream",
    body:
      `Date,Narration,Debit,Credit,Balance\n${DAY},${mark},,${n / 100},${n / 100}\n` +
      `${DAY},${mark} back,${n / 100},,0.00\n`,
  }),
  remove: (id) => ({ method: "DELETE", path: `/statements/${id}` }),
  rows: "SELECT id, file AS mark, credits_paise AS paise FROM statements",
  fields: ["file"],
};

export const bankRule: Noun = {
  entity: "BankRule",
  folder: "bank-rules",
  weight: 2,
  create: ({ mark, n }, { rent }) =>
    json("POST", "/bank-rules", {
      name: mark,
      test: { narration: mark, amountFrom: n / 100 },
      effect: { categoryId: rent },
    }),
  change: (id, { mark, n }) =>
    json("PUT", `/bank-rules/${id}`, {
      name: mark,
      test: { narration: mark, amountFrom: n / 100 },
    }),
  remove: (id) => ({ method: "DELETE", path: `/bank-rules/${id}` }),
  rows: "SELECT id, name AS mark, test ->> '$.amountFrom' AS paise FROM bank_rules",
  fields: ["name"],
};
