import { addDays, type CalendarDate, toWeekday } from "../../domain/dates.ts";
import { roundToPaise } from "../../domain/money.ts";
import { monthAfter, monthShort } from "../../domain/months.ts";
import { bookedUntil } from "./booked.ts";
import { createDice, type Dice } from "./dice.ts";
import { createExpense, createIncome, createTransfer, type DemoRow } from "./rows.ts";
import * as studio from "./studio.ts";

// Each day is generated from its date, so 3 October looks the same whenever the demo is created. Only two
// things depend on earlier days: cash withdrawals when the box runs low, and GST of the previous month.

const { BANK, RESERVE, CASH, WALLET } = studio.PLACES;

/** Cash floats: below `least` they are refilled from the bank. */
const FLOATS = [
  { account: CASH, least: 4_000_00, most: 12_000_00, what: "Cash for the office" },
  { account: WALLET, least: 3_000_00, most: 9_000_00, what: "Wallet top-up" },
];

/** Returns a year's rows up to and including this day, oldest first. */
export function yearUntil(on: CalendarDate): DemoRow[] {
  const rows: DemoRow[] = [];
  const booked = bookedUntil(on);
  const inHand = new Map<string, number>(
    studio.ACCOUNTS.map(({ name, openingBalance }) => [name, openingBalance]),
  );
  for (let n = 1 - studio.DAYS; n <= 0; n++) {
    const date = addDays(on, n);
    const paid = booked.filter((row) => row.date === date);
    const due = [
      ...topUps(date, inHand),
      ...buildGstPayment(date, rows),
      ...paid,
      ...listRowsOn(date),
    ];
    for (const row of due) book(row, inHand);
    rows.push(...due);
  }
  return rows;
}

function book(
  { type, account, toAccount, amountPaise }: DemoRow,
  inHand: Map<string, number>,
): void {
  const add = (name: string, paise: number) => inHand.set(name, (inHand.get(name) ?? 0) + paise);
  add(account, type === "Income" ? amountPaise : -amountPaise);
  if (toAccount) add(toAccount, amountPaise);
}

function topUps(date: CalendarDate, inHand: Map<string, number>): DemoRow[] {
  return FLOATS.flatMap(({ account, least, most, what }) => {
    const held = inHand.get(account) ?? 0;
    if (held >= least) return [];
    // People withdraw round sums.
    const amount = Math.ceil((most - held) / 500_00) * 500_00;
    return [createTransfer(date, what, BANK, account, amount)];
  });
}

/**
 * Builds the previous month's GST payment on the day of its return: 18 in 118 of clients' payments, less
 * about 4.
 */
function buildGstPayment(date: CalendarDate, rows: DemoRow[]): DemoRow[] {
  if (!date.endsWith("-19")) return [];
  const before = monthAfter(date, -1);
  const taxed = rows.filter(
    (row) => row.date.startsWith(before) && row.category === "Invoice Payments",
  );
  const income = taxed.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const due = Math.max(38_450_00, Math.round((income * 14) / 118 / 100) * 100);
  return [
    createExpense(
      date,
      `GST for ${monthShort(before)}, GSTR-3B`,
      BANK,
      "GST Paid",
      due,
      "Paid by challan",
    ),
  ];
}

function listRowsOn(date: CalendarDate): DemoRow[] {
  const dice = createDice(`indigo ${date}`);
  const day = Number(date.slice(8));
  const isWorkday = toWeekday(date) !== "Sun";
  return [
    ...monthly(date, day),
    ...(isWorkday
      ? [
          ...buildIncome(date, dice),
          ...buildPurchases(date, dice),
          ...buildSmallPayments(date, dice),
        ]
      : []),
    ...(day === 25 ? [createTransfer(date, "Set aside for tax", BANK, RESERVE, 60_000_00)] : []),
    ...(/-(03|06|09|12)-14$/.test(date)
      ? [createExpense(date, "Advance tax", RESERVE, "Income Tax", 1_65_000_00, "Challan ITNS 280")]
      : []),
    ...(/-(03|06|09|12)-30$/.test(date)
      ? [
          createIncome(
            date,
            "Interest for the quarter",
            RESERVE,
            "Interest",
            dice.between(2_100_00, 4_900_00),
          ),
        ]
      : []),
  ];
}

function monthly(date: CalendarDate, day: number): DemoRow[] {
  const today = (plan: { day: number }) => plan.day === day;
  const fees = [studio.RETAINER]
    .filter(today)
    .map(({ what, category, rupees, notes }) =>
      createIncome(date, what, BANK, category, rupees * 100, notes),
    );
  const bills = studio.STANDING.filter(today).map(({ what, category, rupees, notes }) =>
    createExpense(date, what, BANK, category, roundToPaise(rupees), notes),
  );
  const wages = day === 28 ? studio.SALARIES : [];
  const power = day === 18 ? [buildPowerBill(date)] : [];
  return [
    ...fees,
    ...bills,
    ...wages.map(([name, rupees]) =>
      createExpense(date, `Salary, ${name}`, BANK, "Salaries", rupees * 100),
    ),
    ...power,
  ];
}

/** Fans and coolers run from March to June. */
function buildPowerBill(date: CalendarDate): DemoRow {
  const isHot = /-0[3-6]-/.test(date);
  const paise = createDice(`power ${date}`).between(7_200_00, 9_400_00) + (isHot ? 4_100_00 : 0);
  return createExpense(date, "Electricity, MSEDCL", BANK, "Electricity", paise);
}

function buildIncome(date: CalendarDate, dice: Dice): DemoRow[] {
  const rows: DemoRow[] = [];
  if (dice.roll() < 0.16) {
    const what = `${dice.one(studio.CLIENTS)}: ${dice.one(studio.WORKS)}, ${dice.one(studio.STAGES)}`;
    const account = dice.roll() < 0.9 ? BANK : RESERVE;
    const paise = dice.between(45, 290) * 1_000_00;
    rows.push(createIncome(date, what, account, "Project Fees", paise, reference(dice)));
  }
  if (dice.roll() < 0.05) {
    const paise = dice.between(12, 40) * 1_000_00;
    rows.push(createIncome(date, dice.one(studio.WORKSHOPS), BANK, "Workshops", paise));
  }
  if (dice.roll() < 0.07) {
    const what = `${dice.one(studio.CLIENTS)}: printing at cost`;
    rows.push(createIncome(date, what, BANK, "Reimbursements", dice.between(1_850_00, 14_900_00)));
  }
  return rows;
}

function buildPurchases(date: CalendarDate, dice: Dice): DemoRow[] {
  const rows: DemoRow[] = [];
  const maybe = (chance: number, make: () => DemoRow) => {
    if (dice.roll() < chance) rows.push(make());
  };
  maybe(0.14, () => {
    const paise = dice.between(16, 84) * 500_00;
    return createExpense(
      date,
      dice.one(studio.FREELANCERS),
      BANK,
      "Freelancers",
      paise,
      reference(dice),
    );
  });
  maybe(0.07, () => {
    const paise = dice.between(1_450_00, 11_800_00);
    return createExpense(date, dice.one(studio.TRIPS), BANK, "Travel", paise);
  });
  maybe(0.14, () => {
    const paise = dice.between(180_00, 7_900_00);
    return createExpense(date, dice.one(studio.PRINTS), BANK, "Printing", paise);
  });
  maybe(0.06, () => {
    const paise = dice.between(999_00, 3_890_00);
    return createExpense(date, dice.one(studio.DOMAINS), BANK, "Hosting & Domains", paise);
  });
  maybe(0.05, () =>
    createExpense(date, "NEFT and IMPS charges", BANK, "Bank Charges", dice.between(6_00, 59_00)),
  );
  return rows;
}

/** Builds small daily payments from the box and the wallet. */
function buildSmallPayments(date: CalendarDate, dice: Dice): DemoRow[] {
  const rows: DemoRow[] = [];
  const often = (most: number, make: () => DemoRow) => {
    for (let left = dice.between(0, most); left > 0; left--) rows.push(make());
  };
  often(2, () =>
    createExpense(date, dice.one(studio.TEA), CASH, "Tea & Snacks", dice.between(6, 42) * 10_00),
  );
  often(2, () => {
    const account = dice.roll() < 0.6 ? CASH : WALLET;
    const notes = dice.roll() < 0.08 ? "Bill lost; Asha knows" : "";
    return createExpense(
      date,
      dice.one(studio.RIDES),
      account,
      "Travel",
      dice.between(7, 64) * 10_00,
      notes,
    );
  });
  if (dice.roll() < 0.3) {
    const paise = dice.between(380_00, 2_600_00);
    rows.push(createExpense(date, dice.one(studio.LUNCHES), WALLET, "Tea & Snacks", paise));
  }
  if (dice.roll() < 0.35) {
    const paise = dice.between(9, 140) * 10_00;
    rows.push(createExpense(date, dice.one(studio.SUPPLIES), CASH, "Office Supplies", paise));
  }
  return rows;
}

const reference = (dice: Dice) =>
  dice.roll() < 0.35 ? `UPI reference ${dice.between(400_000_000, 699_999_999)}` : "";
