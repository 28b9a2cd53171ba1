import { formatDate, today } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import {
  PARTNER_PAYMENT_KINDS,
  PARTNER_PAYMENT_NAMES,
  type PartnerPayment,
} from "../../domain/tds/partners.ts";
import { parseChoice } from "../choice.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn } from "../words.ts";

const COLUMNS: Column<PartnerPayment>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Partner", text: ({ partner }) => partner, minWidth: 10 },
  { title: "PAN", text: ({ pan }) => pan, dropOrder: 1 },
  enumColumn("Kind", ({ kind }) => kind, PARTNER_PAYMENT_NAMES, 2),
  rupeesColumn("Amount", ({ amount }) => amount),
  rupeesColumn("TDS", ({ tdsAmount }) => tdsAmount),
];

export async function listPartnersPay(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ payments: PartnerPayment[] }>("/partner-payments", "payments");
  const footer = () => count(answer.payments.length, "payment");
  await printList(answer, answer.payments, COLUMNS, options, footer);
}

interface PayOptions extends GlobalOptions {
  pan?: string;
  kind?: string;
  amount?: string;
  tds?: string;
  date?: string;
  again?: boolean;
}

/** Credits pay to a partner's account, less TDS. */
export async function creditPartner(partner: string, options: PayOptions): Promise<void> {
  const { amount, tds } = options;
  if (amount === undefined) throw failUsage("--amount is missing", "enter the amount credited");
  const body = {
    partner,
    pan: options.pan ?? "",
    amount: readRupees(amount),
    kind: parseChoice("--kind", options.kind, PARTNER_PAYMENT_KINDS) ?? "REMUNERATION",
    date: readDay("--date", options.date) ?? today(),
    ...(tds !== undefined && { tdsAmount: readRupees(tds, "--tds") }),
  };
  const { api, output } = open(options);
  const { answer, isAgain } = await create<{ payment: PartnerPayment }>(api, options, {
    command: "tds partner",
    path: "/partner-payments",
    key: "payment",
    body,
  });
  const { payment } = answer;
  const verb = isAgain ? "Already credited:" : "Credited";
  const less = payment.tdsAmount > 0 ? `, ${formatInr(payment.tdsAmount)} TDS deducted` : "";
  await output.result(
    answer,
    () =>
      `${verb} ${formatInr(payment.amount)} to ${oneLine(payment.partner)} on ` +
      `${formatDate(payment.date)}${less}`,
  );
}
