import { sql } from "drizzle-orm";
import { type DocumentKind, FAMILY_OF, type Family } from "../../domain/documents/kinds.ts";
import { countryName } from "../../domain/gst/countries.ts";
import { ABROAD } from "../../domain/gst/states.ts";
import { type PostedDocument, postDocument } from "../../domain/ledger/postings.ts";
import type { Source } from "../../domain/ledger/reports.ts";
import { salesKey } from "../../domain/tally/ledgers.ts";
import type { Entry, SalesLine, VoucherType } from "../../domain/tally/vouchers.ts";
import { BY_TAX_BOOK, POSTED_TDS } from "../reports/posted.ts";
import { findStateName, type KeyOf } from "./catalogue.ts";
import { type After, type At, CLIENT, type Row, replacePartyKeys, toParty } from "./slices.ts";

const MONEY = sql.raw(
  ["taxable", "cgst", "sgst", "igst"].map((name) => `'${name}Paise', ${name}_paise`).join(),
);

export interface DocumentRow
  extends Row,
    Omit<PostedDocument, "isByTaxBook" | "isEarlier" | "lines" | "reverseCharge"> {
  number: string;
  clientId: string | null;
  vendorId: string | null;
  reverseCharge: number;
  isByTaxBook: number;
  isEarlier: number;
  isUntaxed: number;
  supplyCode: string;
  gstin: string;
  stateCode: string;
  country: string;
  original: { number: string; date: string } | null;
  lines: (PostedDocument["lines"][number] & Line)[];
}
interface Line {
  description: string;
  hsnSac: string;
  /** Hundredths of a per cent. */
  taxPct: number;
  treatment: string;
  /** Bought for the client, so not a sale. */
  pureAgent: number;
}

/** Selects documents of one group, in index order. */
export const selectDocuments =
  (family: string) =>
  ({ agencyId, period }: At, { date, place }: After) =>
    sql`
  SELECT json_object('id', d.id, 'place', d.id, 'date', d.date, 'kind', d.kind, 'status', status,
    'number', d.number, ${CLIENT}, 'reverseCharge', reverse_charge, 'isUntaxed', is_untaxed,
    'isByTaxBook', ${BY_TAX_BOOK}, 'isEarlier', is_earlier, 'pureAgentPaise', pure_agent_paise,
    'supplyCode', supply_code,
    'gstin', coalesce(issued ->> '$.recipient.gstin', ''),
    'stateCode', coalesce(issued ->> '$.recipient.stateCode', ''),
    'country', coalesce(issued ->> '$.recipient.country', 'IN'),
    'original', json(coalesce(iif(original_id IS NULL, original, (
      SELECT json_object('number', o.number, 'date', o.date)
      FROM documents o WHERE o.agency_id = d.agency_id AND o.id = d.original_id)), 'null')),
    'keptPaise', ${POSTED_TDS}, ${MONEY}, 'roundOffPaise', round_off_paise,
    'grandTotalPaise', grand_total_paise,
    'lines', json((SELECT json_group_array(json_object('categoryId', category_id, 'itc', itc,
      'cessPaise', cess_paise, 'description', description, 'hsnSac', hsn_sac, 'taxPct', tax_pct,
      'treatment', treatment, 'pureAgent', pure_agent, ${MONEY})) FROM document_lines l
      WHERE l.agency_id = d.agency_id AND l.document_id = d.id))) AS row
  FROM documents d INDEXED BY documents_by_date WHERE agency_id = ${agencyId} AND family = ${family}
    AND date BETWEEN ${date} AND ${period.dateTo} AND (date, id) > (${date}, ${String(place)})
    AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')
  ORDER BY date, id`;

const TYPE_OF: Partial<Record<PostedDocument["kind"], VoucherType>> = {
  CREDIT_NOTE: "Credit Note",
  DEBIT_NOTE: "Debit Note",
  BILL: "Purchase",
  SELF_INVOICE: "Purchase",
  VENDOR_DEBIT: "Purchase",
  VENDOR_CREDIT: "Debit Note",
};

export function toDocumentEntry(row: DocumentRow, catalogue: KeyOf): Entry {
  const { id, date, kind, number, original, gstin, country, supplyCode, stateCode } = row;
  const isSold = row.clientId !== null;
  const isCredit = kind === "CREDIT_NOTE" || kind === "VENDOR_CREDIT";
  const descriptions = [...new Set(row.lines.map(({ description }) => description))].join(", ");
  const about = isCredit && original ? original : undefined;
  const bill = { bill: about?.number ?? number, isNew: about === undefined };
  const state = findStateName(stateCode);
  const isAbroad = supplyCode === ABROAD;
  return {
    id,
    date,
    type: TYPE_OF[kind] ?? "Sales",
    number: isSold ? number : "",
    reference: about?.number ?? number,
    referenceDate: about?.date ?? date,
    narration: `${number}: ${descriptions}`,
    party: toParty(row, bill),
    postings: replacePartyKeys(
      postDocument({
        ...row,
        reverseCharge: row.reverseCharge === 1,
        isByTaxBook: row.isByTaxBook === 1,
        isEarlier: row.isEarlier === 1,
      }),
      row,
      catalogue,
    ),
    sales: isSold ? listSales(row) : [],
    gst: isSold
      ? {
          gstin,
          state,
          country: countryName(country),
          placeOfSupply: isAbroad ? "Other Territory" : findStateName(supplyCode) || state,
        }
      : undefined,
    source: toSource(kind, id),
  };
}

/** Returns the record that a document opens. */
export const toSource = (kind: DocumentKind, _id: string): Source => ({
  type: SOURCES[FAMILY_OF[kind]],
  _id,
});

const SOURCES: Record<Family, Source["type"]> = {
  INVOICES: "Invoice",
  NOTES: "Note",
  VOUCHERS: "Voucher",
  ESTIMATES: "Invoice",
  BILLS: "Bill",
  PAYMENT_VOUCHERS: "Bill",
};

/** Sums taxable values by rate, treatment and HSN or SAC. */
function listSales({ kind, lines, isUntaxed }: DocumentRow): SalesLine[] {
  const sign = kind === "CREDIT_NOTE" ? 1 : -1;
  const own = lines.filter(({ pureAgent }) => pureAgent === 0);
  const all = own.map(({ taxPct, hsnSac, treatment, taxablePaise }) => {
    const rate = String((isUntaxed ? 0 : taxPct) / 100);
    return { key: salesKey(rate), rate, hsnSac, treatment, paise: sign * taxablePaise };
  });
  const same = ({ rate, treatment, hsnSac }: SalesLine) => [rate, treatment, hsnSac].join(" ");
  return [...Map.groupBy(all, same).values()].map((some) => ({
    ...(some[0] as SalesLine),
    paise: some.reduce((sum, { paise }) => sum + paise, 0),
  }));
}
