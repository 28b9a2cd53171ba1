import type { Paise } from "../money.ts";
import { CLIENT_TDS_RATES } from "../tds/clientRates.ts";
import { listTdsAmounts, type OpenInvoice, type Share } from "./candidates.ts";
import { splitNameWords, toNameKeys } from "./names.ts";
import { ALIKE, type OwnNames } from "./ownNames.ts";

// Finds open invoices that an amount may pay, by index, never by trying all pairs.

/** Fee of a gateway in hundredths of a percent, and the GST on it in percent. */
const FEE = 200;
const GST_ON_FEE = 18;

/** Above this number of a client's open invoices, only neighbours are combined. */
const CLIENT_MAX = 12;

export interface Shares {
  /** Single invoices: in full, less TDS, or less a gateway's fee. */
  one(amount: Paise): Share[];
  /** Two or three invoices of the named client, if only one set of amounts has this sum. */
  ofParty(party: string[], amount: Paise): Share[];
  /**
   * Part of an invoice of the named client: less TDS on its total, less a bank charge, or an instalment.
   */
  parts(party: string[], amount: Paise): Share[];
}

export function findShares(invoices: OpenInvoice[], names: OwnNames): Shares {
  const single = new Map<number, Share[]>();
  for (const invoice of invoices) {
    for (const share of singles(invoice)) push(single, comesTo(share), share);
  }
  const clients = Map.groupBy(invoices, ({ clientId }) => clientId);
  const named = [...clients].map(([id, of]) => ({
    id,
    of,
    words: splitNameWords(of[0]?.client ?? ""),
  }));
  const byKey = new Map<string, typeof named>();
  for (const client of named) for (const key of toNameKeys(client.words)) push(byKey, key, client);
  const several = new Map<string, Map<number, Share[]>>();
  const known = new Map<string, typeof named>();

  function findNamedClients(party: string[]): typeof named {
    const name = party.join(" ");
    let found = known.get(name);
    if (!found) {
      const maybe = new Set(toNameKeys(party).flatMap((key) => byKey.get(key) ?? []));
      found = [...maybe].filter(({ words }) => names.alike(party, words) >= ALIKE);
      known.set(name, found);
    }
    return found;
  }

  return {
    parts: (party, amount) =>
      (party.length > 0 ? findNamedClients(party) : [])
        .flatMap(({ of }) => of.filter(({ balancePaise }) => balancePaise > amount).slice(0, 3))
        .flatMap((invoice) => listShortPayments(invoice, amount)),
    one: (amount) => single.get(amount) ?? [],
    ofParty: (party, amount) =>
      party.length === 0
        ? []
        : findNamedClients(party).flatMap(({ id, of }) => {
            const sums = several.get(id) ?? indexShares(of);
            several.set(id, sums);
            return onlySet(sums.get(amount) ?? []);
          }),
  };
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/**
 * If different sets of amounts have the same sum, none is evident. Among equal amounts, the oldest goes
 * first.
 */
function onlySet(found: Share[]): Share[] {
  const toShareKey = ({ invoices, tdsPaise }: Share) =>
    invoices
      .map(({ balancePaise }, n) => `${balancePaise}/${tdsPaise[n]}`)
      .sort()
      .join();
  return new Set(found.map(toShareKey)).size > 1 ? [] : found.slice(0, 1);
}

/** Correspondent banks deduct fixed fees. A larger shortfall is not a charge. */
const CHARGE_MAX = 3_000_00;

/** Returns the ways in which a line can pay less than an invoice. */
function listShortPayments(invoice: OpenInvoice, amount: Paise): Share[] {
  const { balancePaise, tdsLimitPaise } = invoice;
  const less = (balancePaise - amount) as Paise;
  const part: Share = { invoices: [invoice], tdsPaise: [0 as Paise], rate: 0, how: "part" };
  const rates = CLIENT_TDS_RATES.filter(
    (rate) =>
      less <= tdsLimitPaise &&
      listTdsAmounts(rate, balancePaise).some(({ tdsPaise }) => tdsPaise === less),
  );
  const isSmall = less <= CHARGE_MAX && less * 20 <= balancePaise;
  return [
    ...rates.map((rate): Share => ({ ...part, tdsPaise: [less], rate, how: "tdsOfTotal" })),
    ...(isSmall ? [{ ...part, how: "charge" as const, feePaise: less }] : []),
    part,
  ];
}

const comesTo = ({ invoices, tdsPaise, feePaise = 0 as Paise }: Share): number =>
  invoices.reduce((sum, { balancePaise }, n) => sum + balancePaise - (tdsPaise[n] as Paise), 0) -
  feePaise;

function singles(invoice: OpenInvoice): Share[] {
  const { balancePaise, taxablePaise, tdsLimitPaise } = invoice;
  const none = { invoices: [invoice], tdsPaise: [0 as Paise], rate: 0, how: "whole" as const };
  const less = CLIENT_TDS_RATES.flatMap((rate) =>
    listTdsAmounts(rate, taxablePaise)
      .filter(
        ({ tdsPaise }) => tdsPaise > 0 && tdsPaise < balancePaise && tdsPaise <= tdsLimitPaise,
      )
      .map(
        ({ tdsPaise, how }): Share => ({ invoices: [invoice], tdsPaise: [tdsPaise], rate, how }),
      ),
  );
  const fee = Math.round((balancePaise * FEE) / 10_000);
  const withheld = (fee + Math.round((fee * GST_ON_FEE) / 100)) as Paise;
  const ofGateway: Share[] =
    withheld > 0 ? [{ ...none, how: "roundedTds", feePaise: withheld }] : [];
  return [none, ...less, ...ofGateway];
}

/** Indexes sets of two and three invoices by sum, in full or all at one TDS rate. */
function indexShares(all: OpenInvoice[]): Map<number, Share[]> {
  const sorted = all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const sums = new Map<number, Share[]>();
  for (const invoices of groupByParty(sorted)) {
    const add = (rate: number, how: Share["how"], tds: Paise[]) => {
      if (invoices.some(({ tdsLimitPaise }, n) => (tds[n] ?? 0) > tdsLimitPaise)) return;
      const share = { invoices, tdsPaise: tds, rate, how };
      push(sums, comesTo(share), share);
    };
    add(
      0,
      "whole",
      invoices.map(() => 0 as Paise),
    );
    for (const rate of CLIENT_TDS_RATES) {
      const amounts = invoices.map(({ taxablePaise }) => listTdsAmounts(rate, taxablePaise));
      add(
        rate,
        "tds",
        amounts.map(([exact]) => exact?.tdsPaise ?? (0 as Paise)),
      );
      if (amounts.every((ways) => ways.length === 1)) continue;
      for (const at of [1, 2]) {
        add(
          rate,
          "roundedTds",
          amounts.map((ways) => (ways[at] ?? ways[0])?.tdsPaise ?? (0 as Paise)),
        );
      }
    }
  }
  return sums;
}

function groupByParty(sorted: OpenInvoice[]): OpenInvoice[][] {
  const groups: OpenInvoice[][] = [];
  const reach = sorted.length > CLIENT_MAX ? 3 : sorted.length;
  for (let a = 0; a < sorted.length; a++) {
    for (let b = a + 1; b < Math.min(sorted.length, a + reach); b++) {
      const [one, two] = [sorted[a], sorted[b]] as [OpenInvoice, OpenInvoice];
      groups.push([one, two]);
      for (let c = b + 1; c < Math.min(sorted.length, a + reach); c++) {
        groups.push([one, two, sorted[c] as OpenInvoice]);
      }
    }
  }
  // All invoices up to some date, which is how clients clear a backlog.
  if (sorted.length > CLIENT_MAX) {
    for (let count = 4; count <= 20 && count <= sorted.length; count++)
      groups.push(sorted.slice(0, count));
  }
  return groups;
}
