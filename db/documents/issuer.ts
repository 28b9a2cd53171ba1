import { desc, eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import type { Supplier } from "../../domain/documents/invoices.ts";
import {
  defaultNumbering,
  type NumberedKind,
  type Numbering,
} from "../../domain/documents/numbering.ts";
import type { AgencySnapshot } from "../../domain/documents/receipts.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { toLogoUrl } from "../agencies/logos.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { agencies, logos, users } from "../schema/agencies.ts";
import { documentSettings, invoiceSettings, numberSeries } from "../schema/numbering.ts";

/** Current data for new documents of a kind, read in one snapshot. */
export interface Issuer {
  /** The agency as on receipts. */
  agency: AgencySnapshot;
  /** The agency as on invoices. */
  supplier: Supplier;
  defaults: InvoiceDefaults;
  /** The user who creates the document. */
  author: { _id: string; fullName: string };
  numbering: Numbering;
  counters: Counters;
}

/** Defaults for new invoices, and the bank details for payment. Tax in hundredths of a percent. */
export interface InvoiceDefaults {
  defaultTaxPct: Hundredths;
  defaultPlaceOfSupply: string;
  bankDetails: BankDetails;
  defaultDueDays: number | null;
  defaultNotes: string;
  defaultTerms: string;
  revenueCategoryId: string;
}

function toDefaults(row: typeof invoiceSettings.$inferSelect | null): InvoiceDefaults {
  if (!row) return USUAL;
  const { agencyId: _, ...defaults } = row;
  return defaults;
}

/** The next sequence by stem and year. See domain/documents/numbering.ts. */
export type Counters = Map<string, Map<number, number>>;

/** Contract, "GST arithmetic": 18 % if nothing is set. */
const USUAL: InvoiceDefaults = {
  defaultTaxPct: 18_00 as Hundredths,
  defaultPlaceOfSupply: "",
  bankDetails: { accountName: "", bankName: "", accountNo: "", ifsc: "", upi: "", branch: "" },
  defaultDueDays: null,
  defaultNotes: "",
  defaultTerms: "",
  revenueCategoryId: "",
};

/** In one statement, because each is a round trip to a database server. */
export async function findIssuer(
  from: Pick<Write, "select">,
  tenant: Tenant,
  kind: NumberedKind,
): Promise<Issuer> {
  const { stem, year, nextSeq } = numberSeries;
  const logo = from
    .select({ id: logos.id })
    .from(logos)
    .where(forAgency(tenant, logos))
    .orderBy(desc(logos.entry))
    .limit(1);
  const counters = from
    .select({ all: sql`json_group_array(json_array(${stem}, ${year}, ${nextSeq}))` })
    .from(numberSeries)
    .where(forAgency(tenant, numberSeries, eq(numberSeries.kind, kind)));
  const [row] = await from
    .select({
      agency: agencies,
      author: { _id: users.id, fullName: users.name },
      settings: invoiceSettings,
      numbering: documentSettings,
      logo: sql<string | null>`${logo}`,
      counters: sql<string>`${counters}`,
    })
    .from(agencies)
    .innerJoin(users, forAgency(tenant, users, eq(users.id, tenant.userId)))
    .leftJoin(invoiceSettings, forAgency(tenant, invoiceSettings))
    .leftJoin(
      documentSettings,
      forAgency(tenant, documentSettings, eq(documentSettings.kind, kind)),
    )
    .where(eq(agencies.id, tenant.agencyId));
  if (!row) throw new Error("The tenant no longer exists");

  const { name: agencyName, location, contactNumber, gstNumber: gstin } = row.agency;
  const { legalName, city, pin, lut, isComposition } = row.agency;
  const agency = { agencyName, gstin, location, contactNumber, logoUrl: toLogoUrl(row.logo) };
  const defaults = toDefaults(row.settings);
  return {
    agency,
    supplier: {
      agencyName,
      location,
      contactNumber,
      gstin,
      logoUrl: agency.logoUrl,
      bankDetails: defaults.bankDetails,
      legalName,
      city,
      pin,
      lut,
      isComposition,
    },
    defaults,
    author: row.author,
    numbering: row.numbering ? toNumbering(row.numbering) : defaultNumbering(kind, today()),
    counters: toCounters(JSON.parse(row.counters)),
  };
}

/** Returns the issuer and kind: a composition dealer issues a bill of supply by default. */
export async function findBiller(
  from: Parameters<typeof findIssuer>[0],
  tenant: Tenant,
  requested?: "BILL_OF_SUPPLY" | "INVOICE",
): Promise<{ issuer: Issuer; kind: "BILL_OF_SUPPLY" | "INVOICE" }> {
  const issuer = await findIssuer(from, tenant, "INVOICE");
  const kind = requested ?? (issuer.supplier.isComposition ? "BILL_OF_SUPPLY" : "INVOICE");
  return { issuer: kind === "INVOICE" ? issuer : await findIssuer(from, tenant, kind), kind };
}

const toNumbering = ({ prefix, series, resetPolicy }: Numbering): Numbering => ({
  prefix,
  series,
  resetPolicy,
});

function toCounters(rows: [stem: string, year: number, next: number][]): Counters {
  const counters: Counters = new Map();
  for (const [stem, year, next] of rows) {
    const years = counters.get(stem) ?? new Map<number, number>();
    counters.set(stem, years.set(year, next));
  }
  return counters;
}
