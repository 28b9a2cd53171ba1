import events from "../data/tax-book/events.json";
import { type Answer, type Caller, made } from "../world.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of many kinds, as in the file.
type Any = any;

const rupees = (text: unknown) => Number(text ?? 0);

export const toTdsFields = ({ tds }: Any) =>
  tds && {
    tdsRule: tds.rule,
    ...(tds.months && { rentMonths: tds.months }),
    ...(tds.amount && { tdsAmount: rupees(tds.amount) }),
  };

interface Of {
  owner: Caller;
  ids: Map<string, string>;
  accountId: string;
}

export function tdsEvents({
  owner,
  ids,
  accountId,
}: Of): Record<string, (event: Any) => Promise<Answer | undefined>> {
  return {
    async vendor_credit({ number, date, original, lines }) {
      const bill = events.events.find((one: Any) => one.do === "bill" && one.number === original);
      const answer = await owner.post("/api/bills", {
        kind: "CREDIT_NOTE",
        vendorId: ids.get((bill as Any).vendor),
        number,
        date,
        billId: ids.get(original),
        placeOfSupply: (bill as Any).place,
        items: lines.map(({ category, taxable, taxPct }: Any) => ({
          description: category,
          categoryId: ids.get(category),
          taxable: rupees(taxable),
          taxPct: taxPct / 100,
        })),
      });
      ids.set(number, made(answer)._id);
      return answer;
    },
    async vendor_advance({ number, date, vendor, rule, amount }) {
      const answer = await owner.post("/api/vendor-advances", {
        vendorId: ids.get(vendor),
        date,
        amount: rupees(amount),
        accountId,
        tdsRule: rule,
        reference: number,
      });
      ids.set(number, made(answer).advance._id);
      return answer;
    },
    partner_pay({ partner, of, date, amount }) {
      const { name, pan } = events.partners.find(({ id }) => id === partner) as Any;
      const kind = of.toUpperCase();
      const pay = { date, partner: name, pan, kind, amount: rupees(amount) };
      return owner.post("/api/partner-payments", pay);
    },
    tds_deposit({ month, code, date, amount, interest, challan }) {
      return owner.post("/api/tds-deposits", {
        month,
        code,
        date,
        amount: rupees(amount),
        interest: rupees(interest),
        accountId,
        reference: challan,
      });
    },
    tds_statement({ quarter, form, date, fee }) {
      const statement = { quarter, form, date, fee: rupees(fee), accountId };
      return owner.post("/api/tds-statements", statement);
    },
  };
}
