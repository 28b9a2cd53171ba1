import { createDice } from "../../../db/demo/dice.ts";
import type { OpenEntry, OpenInvoice, OpenLine } from "../../../domain/banking/candidates.ts";
import type { Field } from "../../../domain/banking/matchContext.ts";
import { propose } from "../../../domain/banking/propose.ts";
import type { Paise } from "../../../domain/money.ts";

// Months of an agency whose clients and vendors have similar names, equal amounts, returns, transfers,
// payments less TDS, tests of ₹1 and part payments; and unknown payers with the same amounts.

const FIRST = "Konkan Sharma Skyline Bluebird Kalam Zestful Harbour Monsoon Saffron Girnar".split(
  " ",
);
const LAST = ["Foods", "Traders", "Media", "Studio", "Design Studio", "Retail"];

export interface Month {
  field: Field;
  /** The right match of each line: the id of an entry, invoice, line or account, or undefined. */
  truth: Map<string, string | undefined>;
}

export function generateMonth(seed: string): Month {
  const { between } = createDice(seed);
  const pick = <One>(all: readonly One[]) => all[between(0, all.length - 1)] as One;
  const name = () => `${pick(FIRST)} ${pick(LAST)}`;
  const distinct = new Set<string>();
  while (distinct.size < 16) distinct.add(name());
  const known = [...distinct];
  const stranger = () => {
    for (;;) {
      const one = name();
      if (!known.includes(one)) return one;
    }
  };
  const lines: OpenLine[] = [];
  const others: OpenLine[] = [];
  const entries: OpenEntry[] = [];
  const invoices: OpenInvoice[] = [];
  const truth = new Map<string, string | undefined>();
  const randomDay = () => `2026-10-${String(between(1, 28)).padStart(2, "0")}`;
  const utr = () => `HDFCN5202610${between(1_000_000_000, 9_999_999_999)}`;
  const put = (date: string, amount: number, narration: string, is?: string) => {
    const id = `l${lines.length}`;
    lines.push({ id, date, amountPaise: amount as Paise, narration, ref: null });
    truth.set(id, is);
    return id;
  };
  const neft = (who: string) => `NEFT-${utr()}-${who.toUpperCase()}-`;
  const amounts = [5_000_00, 10_000_00, 25_000_00, 59_000_00];
  for (const [n, client] of known.slice(0, 10).entries()) {
    const taxable = pick([...amounts, between(1_000, 90_000) * 100]) as Paise;
    const balance = Math.round(taxable * 1.18) as Paise;
    const id = `i${n}`;
    const dates = { date: "2026-09-20", dueDate: `2026-10-${between(10, 28)}` };
    const tdsLimit = (taxable / 5) as Paise;
    invoices.push({
      id,
      number: `26-27/${n}`,
      clientId: id,
      client,
      ...dates,
      taxablePaise: taxable,
      balancePaise: balance,
      tdsLimitPaise: tdsLimit,
    });
    const how = between(0, 9);
    if (how < 5) put(randomDay(), balance, neft(client), id);
    else if (how < 7) put(randomDay(), balance - taxable / 10, neft(client), id);
    else if (how === 7) put(randomDay(), 1_00, neft(client));
    else if (how === 8) put(randomDay(), Math.round(balance / 3), neft(client));
    else put(randomDay(), balance, neft(stranger()));
  }
  for (let n = 0; n < 24; n++) {
    const who = pick(known.slice(10));
    const amount = -pick([
      ...amounts,
      ...Array.from({ length: 8 }, () => between(100, 90_000) * 100),
    ]);
    const date = randomDay();
    const id = `e${n}`;
    entries.push({
      id,
      date,
      amountPaise: amount as Paise,
      description: `Bill, ${who}`,
      notes: "",
    });
    const how = between(0, 19);
    if (how < 18) put(date, amount, neft(who), id);
    else put(date, amount, neft(stranger()));
  }
  for (let n = 0; n < 2; n++) {
    const [amount, reference, who] = [between(100, 9_000) * 100, utr(), stranger()];
    const paid = put("2026-10-12", -amount, `NEFT-${reference}-${who.toUpperCase()}-`);
    const back = put(
      "2026-10-13",
      amount,
      `NEFT RETURN-${reference}-${who.toUpperCase()}-CLOSED`,
      paid,
    );
    truth.set(paid, back);
  }
  const moved = between(1_000, 90_000) * 100;
  put("2026-10-09", -moved, `NEFT-${utr()}-INDIGO WORKS-TO ICICI-XXXX0092-ICIC0000009`, "icici");
  const across = {
    date: "2026-10-09",
    amountPaise: moved as Paise,
    narration: neft("Indigo Works"),
  };
  others.push({ id: "o1", ...across, ref: null });
  const field: Field = {
    lines,
    entries,
    invoices,
    bills: [],
    rules: [],
    declined: new Set(),
    others: [{ id: "icici", name: "ICICI", number: "000405990092", lines: others }],
    memory: { counts: new Map(), categories: new Map() },
    names: known,
    own: { name: "Indigo Works", number: "50200099912345" },
  };
  return { field, truth };
}

export interface Tally {
  natural: number;
  sure: number;
  wrong: string[];
}

/** Runs suggestions on a month and counts ordinary, certain, and wrong certain ones. */
export function tallyMonth({ field, truth }: Month, into: Tally): void {
  const found = propose(field);
  for (const { id, narration, amountPaise } of field.lines) {
    const is = truth.get(id);
    const [first] = found.get(id) ?? [];
    if (is) into.natural += 1;
    if (!first?.likely) continue;
    into.sure += 1;
    if (first.parts[0]?.id !== is) into.wrong.push(`${narration} ${amountPaise}: ${first.why}`);
  }
}
