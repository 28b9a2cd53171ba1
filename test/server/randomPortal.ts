import { addDays } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import type { PortalRow } from "./portalRows.ts";
import type { PlannedBill } from "./randomBills.ts";
import { MONTHS, VENDORS } from "./randomBooks.ts";
import type { Making } from "./randomMaking.ts";

export function toPortalActions({ chance, filed, stretches }: Making, bills: PlannedBill[]): void {
  const { below, isLucky } = chance;
  const late: PortalRow[][] = MONTHS.map(() => []);
  for (const [month, label] of MONTHS.entries()) {
    const own = bills
      .filter((bill) => bill.month === month && VENDORS[bill.vendor].gstin !== "")
      .map((bill) => createRow(bill, isLucky(15) ? 0.04 : 0));
    const rows = [...(late[month] ?? [])];
    for (const row of own) {
      const when = month + (isLucky(25) ? 1 + below(2) : 0);
      if (when === month) rows.push(row);
      else late[when]?.push(row);
    }
    if (isLucky(40)) rows.push(createOrphan(label, 500 + below(9_000)));
    const stretch = stretches[month];
    if (!stretch) continue;
    stretch.actions.push({
      key: `2B ${label}`,
      after: [],
      run: (office) => office.load2b(label, rows),
    });
    stretch.last.push({ key: `accept ${label}`, after: [], run: (office) => office.accept(label) });
    if (isLucky(50)) {
      const [code, wrong] = ["1024", "1006"];
      const deposit = { month: label, code: isLucky(60) ? code : wrong, amount: 10 + below(90) };
      const on = addDays(`${monthAfter(label)}-01`, below(10));
      stretch.last.push({
        key: `TDS ${label}`,
        after: [],
        run: (office) => office.deposit({ ...deposit, date: on }),
      });
    }
    if (month >= filed) continue;
    const [sold, paid] = [10 + below(3), 18 + below(9)];
    const next = monthAfter(label);
    const day = (n: number) => `${next}-${String(n).padStart(2, "0")}`;
    if (isLucky(60)) {
      const money = {
        date: day(paid - below(4)),
        igst: below(4_000),
        cgst: below(4_000),
        sgst: below(4_000),
      };
      stretch.last.push({
        key: `challan ${label}`,
        after: [],
        run: (office) => office.challan(money),
      });
    }
    stretch.last.push(
      { key: `GSTR1 ${label}`, after: [], run: (office) => office.file("GSTR1", label, day(sold)) },
      {
        key: `GSTR3B ${label}`,
        after: [],
        run: (office) => office.file("GSTR3B", label, day(paid)),
      },
    );
    const [gone, ...rest] = rows;
    if (gone && isLucky(35)) {
      const again = [...rest, ...(isLucky(50) ? [createOrphan(`${label} again`, 700)] : [])];
      stretches[month + 1]?.actions.push({
        key: `2B ${label} again`,
        after: [],
        run: (office) => office.load2b(label, again),
      });
    }
  }
}

const createRow = (
  { key, vendor, date, taxable, taxPct, isNote }: PlannedBill,
  off: number,
): PortalRow => ({
  gstin: VENDORS[vendor].gstin,
  number: key,
  date,
  taxable,
  taxPct,
  isNote,
  off,
  pos: VENDORS[vendor].place,
  isOwnTax: vendor === "advocate",
  available: vendor === "hotel" ? "N" : "Y",
});

const createOrphan = (label: string, taxable: number): PortalRow => ({
  gstin: VENDORS.press.gstin,
  number: `X/${label}`,
  date: `${label.slice(0, 7)}-11`,
  taxable,
  taxPct: 18,
  pos: "29",
  isNote: false,
  isOwnTax: false,
  available: "Y",
  off: 0,
});
