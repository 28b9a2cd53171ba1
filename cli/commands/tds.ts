import type { Waiting } from "../../domain/agencies/approvals.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { formatInr, type RupeeSum } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import type { Deposit, TdsCode, TdsPayable, TdsRow } from "../../domain/tds/payable.ts";
import type { FiledStatement, FormStatement, TdsStatement } from "../../domain/tds/statement.ts";
import { create } from "../create.ts";
import { EXIT, failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { findAccountId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { describeWaiting } from "./approvals.ts";

export interface QuarterOptions extends GlobalOptions {
  quarter?: string;
}

const toQuery = ({ quarter }: QuarterOptions) => (quarter === undefined ? {} : { quarter });

const ROWS: Column<TdsRow>[] = [
  { title: "Form", text: ({ form }) => form, dropOrder: 6 },
  { title: "Credited", text: ({ paidOn }) => paidOn },
  { title: "Vendor", text: ({ party }) => party, minWidth: 10 },
  { title: "PAN", text: ({ pan }) => pan, dropOrder: 2 },
  { title: "Document", text: ({ number }) => number, minWidth: 8, dropOrder: 4 },
  { title: "Code", text: ({ code }) => code },
  { title: "Section", text: ({ section }) => section, dropOrder: 7 },
  rupeesColumn("Amount", ({ amount }) => amount),
  {
    title: "Rate",
    text: ({ rate }) => `${rate}%`,
    plain: ({ rate }) => String(rate),
    align: "right",
  },
  rupeesColumn("TDS", ({ tax }) => tax),
  { title: "Deducted", text: ({ deductedOn }) => deductedOn, dropOrder: 1 },
  { title: "Remark", text: ({ remark }) => remark, dropOrder: 5 },
  { title: "Challan", text: ({ challan }) => challan, dropOrder: 3 },
];

export async function listRows(options: QuarterOptions): Promise<void> {
  const answer = await readPayable(options);
  const { rows, quarter, tds } = answer;
  await printList(answer, rows, ROWS, options, () =>
    [count(rows.length, "row"), quarter, `${formatInr(tds)} TDS`].join(", "),
  );
}

const readPayable = (options: QuarterOptions): Promise<TdsPayable> =>
  open(options).api.json<TdsPayable>("/reports/tds-payable", "months", { query: toQuery(options) });

interface Due extends TdsCode {
  month: string;
  due: string;
}

const DUE: Column<Due>[] = [
  { title: "Month", text: ({ month }) => month },
  { title: "Code", text: ({ code }) => code },
  { title: "Name", text: ({ name }) => name, minWidth: 10, dropOrder: 2 },
  rupeesColumn("TDS", ({ tds }) => tds, 3),
  rupeesColumn("Deposited", ({ deposited }) => deposited, 1),
  rupeesColumn("To deposit", ({ payable }) => payable),
  rupeesColumn("Interest", ({ interest }) => interest),
  { title: "By", text: ({ due }) => due },
];

/** Lists the TDS due for each month of a quarter, by code. */
export async function listDue(options: QuarterOptions): Promise<void> {
  const answer = await readPayable(options);
  const codes = answer.months.flatMap(({ month, due, codes }) =>
    codes.map((code) => ({ ...code, month, due })),
  );
  await printList(answer, codes, DUE, options, () =>
    [answer.quarter, `${formatInr(answer.payable)} to deposit`].join(", "),
  );
}

const FORMS: Column<FormStatement>[] = [
  { title: "Form", text: ({ form }) => form },
  { title: "Due", text: ({ due }) => due },
  { title: "Filed", text: ({ filed }) => filed?.date ?? "" },
  { title: "Rows", text: ({ rows }) => String(rows.length), align: "right", dropOrder: 1 },
  rupeesColumn("TDS", ({ tax }): RupeeSum => tax),
  rupeesColumn("Fee", ({ fee }) => fee),
  { title: "Missing", text: ({ errors }) => errors.map(({ message }) => message).join("; ") },
];

/** Shows the statements of a quarter; exit 3 if one has errors. */
export async function showStatement(options: QuarterOptions): Promise<void> {
  const { api } = open(options);
  const query = toQuery(options);
  const answer = await api.json<TdsStatement>("/reports/tds-statement", "forms", { query });
  await printList(answer, answer.forms, FORMS, options, () => answer.quarter);
  const isWrong = answer.forms.some(({ filed, errors }) => !filed && errors.length > 0);
  if (isWrong) process.exitCode = EXIT.refused;
}

export interface DepositOptions extends GlobalOptions {
  code?: string;
  amount?: string;
  interest?: string;
  account?: string;
  date?: string;
  challan?: string;
  again?: boolean;
}

export async function deposit(month: string, options: DepositOptions): Promise<void> {
  const { code, amount, interest, account, challan } = options;
  if (!account) throw failUsage("--account is missing", "name the account that pays");
  if (amount === undefined) throw failUsage("--amount is missing", "see bahi tds due");
  const { api, output } = open(options);
  const body = {
    month,
    code,
    amount: readRupees(amount),
    reference: challan,
    ...(interest !== undefined && { interest: readRupees(interest, "--interest") }),
    date: readDay("--date", options.date) ?? today(),
    accountId: await findAccountId(api, account),
  };
  const { answer, isAgain } = await create<{ deposit: Deposit } & Partial<Waiting>>(api, options, {
    command: "tds deposit",
    path: "/tds-deposits",
    key: "deposit",
    body,
  });
  await output.result(answer, () => {
    const { deposit, waiting } = answer;
    if (waiting) return describeWaiting({ waiting });
    const verb = isAgain ? "Already deposited:" : "Deposited";
    const of = `${deposit.code || "TDS"}, ${monthName(deposit.month)}`;
    const more = deposit.interest > 0 ? ` and ${formatInr(deposit.interest)} interest` : "";
    const off = deposit.roundOff === 0 ? "" : `; ${formatInr(deposit.roundOff)} to Round off`;
    return `${verb} ${formatInr(deposit.amount)}${more} for ${of}${off}`;
  });
}

export interface FiledOptions extends GlobalOptions {
  form?: string;
  date?: string;
  token?: string;
  fee?: string;
  account?: string;
  again?: boolean;
}

export async function filed(quarter: string, options: FiledOptions): Promise<void> {
  const { form, token, fee, account } = options;
  const { api, output } = open(options);
  const body = {
    quarter,
    form,
    reference: token,
    date: readDay("--date", options.date) ?? today(),
    ...(fee !== undefined && { fee: readRupees(fee, "--fee") }),
    ...(account !== undefined && { accountId: await findAccountId(api, account) }),
  };
  const { answer, isAgain } = await create<{ statement: FiledStatement }>(api, options, {
    command: "tds filed",
    path: "/tds-statements",
    key: "statement",
    body,
  });
  const { statement } = answer;
  const verb = isAgain ? "Already recorded:" : "Recorded";
  const paid = statement.fee > 0 ? `, fee ${formatInr(statement.fee)}` : "";
  await output.result(
    answer,
    () =>
      `${verb} Form ${statement.form} for ${statement.quarter}, filed on ` +
      `${formatDate(statement.date)}${paid}`,
  );
}
