import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { END, MONTHS, VENDORS, type VendorKind, type VendorName } from "./randomBooks.ts";
import type { Making } from "./randomMaking.ts";

export interface PlannedBill {
  key: string;
  month: number;
  vendor: VendorName;
  date: CalendarDate;
  taxable: number;
  taxPct: number;
  isNote: boolean;
}

const round = (rupees: number) => Math.round(rupees * 100) / 100;

export function toBillActions({ chance, size, filed, enter }: Making): PlannedBill[] {
  const { below, isLucky, one, day, near, rupees } = chance;
  const planned: PlannedBill[] = [];
  for (const [month, label] of MONTHS.entries()) {
    for (let n = 0; n < size; n++) {
      const key = `B/${label}/${n}`;
      const vendor = one(Object.keys(VENDORS) as VendorName[]);
      const of: VendorKind = VENDORS[vendor];
      const date = day(label);
      const entered = month + (isLucky(20) ? 1 + below(2) : 0);
      const taxable = rupees(500, 70_000);
      const itc = isLucky(15) ? { itc: "BLOCKED" } : {};
      const common = isLucky(15) ? { use: "COMMON" } : {};
      const item = { description: key, taxable, taxPct: of.taxPct, ...itc, ...common };
      enter(entered, {
        key,
        after: [],
        run: (office) =>
          office.buy(key, {
            vendorId: office.id(vendor),
            date,
            placeOfSupply: of.place,
            items: [item],
            reverseCharge: of.isOwnTax === true && !of.isImport,
            import: of.isImport ? "SERVICE" : "",
            tdsRule: of.tdsRule,
            ...(vendor === "landlord" ? { kind: "SELF_INVOICE" } : { number: key }),
          }),
      });
      const bill: PlannedBill = {
        key,
        month,
        vendor,
        date,
        taxable,
        taxPct: of.taxPct,
        isNote: false,
      };
      planned.push(bill);
      const parts = below(3);
      for (let part = 0; part < parts; part++) {
        const amount = round(taxable * 0.3);
        const paidOn = near(date, 40, 75);
        // TDS on money before its bill is a fact that no later entry changes.
        const kept =
          paidOn < date && of.tdsRule !== "" ? { tdsAmount: one([0, round(taxable * 0.02)]) } : {};
        const paid = { date: paidOn, amount, ...kept };
        enter(entered + below(2), {
          key: `${key} paid ${part}`,
          after: [key],
          run: (office) => office.pay(key, paid),
        });
      }
      const isCredit = vendor === "press" || vendor === "software";
      if (isCredit && isLucky(25)) {
        const noteDate = near(date, 0, 25);
        const note = `CN/${label}/${n}`;
        if (noteDate <= END) {
          const less = round(taxable * 0.1);
          enter(entered + below(2), {
            key: note,
            after: [key],
            run: (office) =>
              office.buy(note, {
                kind: "CREDIT_NOTE",
                vendorId: office.id(vendor),
                number: note,
                date: noteDate,
                billId: office.id(key),
                placeOfSupply: of.place,
                items: [{ description: note, taxable: less, taxPct: of.taxPct, ...itc }],
              }),
          });
          const noteMonth = MONTHS.indexOf(noteDate.slice(0, 7));
          planned.push({
            ...bill,
            key: note,
            month: noteMonth,
            date: noteDate,
            taxable: less,
            isNote: true,
          });
        }
      }
      const change = below(100);
      if (entered < filed && change < 24) {
        const later = Math.max(entered, month) + 1 + below(2);
        const on = addDays(`${MONTHS[Math.min(later, 5)]}-01`, below(27));
        enter(later, {
          key: `${key} changed`,
          after: [key, `${key} paid 0`, `${key} paid 1`, `${key} use`, `CN/${label}/${n}`],
          run: (office) =>
            change < 12
              ? office.cancelBill(key, on)
              : office.changeCredit(key, on, Object.keys(itc).length > 0 ? "ELIGIBLE" : "BLOCKED"),
        });
      }
      if (vendor === "press" && isLucky(30)) {
        const advance = `${key} advance`;
        const given = {
          date: near(date, 20, 0),
          amount: round(taxable * 0.2),
          tdsAmount: one([0, 20]),
        };
        enter(entered, {
          key: advance,
          after: [],
          run: (office) => office.giveAdvance(advance, { ...given, vendorId: office.id(vendor) }),
        });
        enter(entered + below(2), {
          key: `${key} use`,
          after: [key, advance],
          run: (office) => office.useAdvance(advance, key),
        });
      }
      if (isCredit && change >= 92) {
        const unfiled = Math.max(entered, month) + 1;
        const on = addDays(`${MONTHS[Math.min(unfiled, 5)]}-01`, below(27));
        enter(unfiled, {
          key: `${key} unfiled`,
          after: [key],
          run: (office) => office.notFiled(vendor, label, on),
        });
        if (isLucky(50)) {
          enter(unfiled + 1, {
            key: `${key} filed`,
            after: [`${key} unfiled`],
            run: (office) => office.hasFiled(vendor, label, addDays(on, 31)),
          });
        }
      }
    }
  }
  return planned;
}
