import type { GstFacts } from "../../domain/closing/facts.ts";
import type { Filer } from "../../domain/gst/returns/books.ts";
import { dueDates } from "../../domain/gst/returns/dues.ts";
import type { Finding } from "../../domain/gst/returns/findings.ts";
import { buildGstr1, type Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr3b, computePayable } from "../../domain/gst/returns/gstr3b.ts";
import { showGstr3b } from "../../domain/gst/returns/gstr3bView.ts";
import { type Period, parsePeriod, periodName } from "../../domain/gst/returns/periods.ts";
import { preflight } from "../../domain/gst/returns/preflight.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { Pair } from "../../domain/purchases/pairs.ts";
import { computeUnexplained } from "../../domain/taxbook/proof.ts";
import { findDoneBy } from "../agencies/members.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listFilings } from "../returns/filings.ts";
import { findFile } from "../returns/gstr2b.ts";
import { readGstr3b } from "../returns/gstr3b.ts";
import { readPairs } from "../returns/inward.ts";
import { readProof } from "../returns/proof.ts";
import { readFiler, readPeriod } from "../returns/readPeriod.ts";

type Who = Pick<Tenant, "agencyId">;

const PAIRED = ["SUGGESTED", "MISMATCH", "RESIDUAL"];

/**
 * Returns the check and filing status of a month's returns; undefined if the agency files none. The first
 * months of a quarter only have the check, because nothing is due before the quarter ends.
 */
export async function readGst(
  read: Read,
  tenant: Who,
  month: string,
): Promise<GstFacts | undefined> {
  const { filer, filing } = await readFiler(read, tenant);
  if (!filer.gstin || filer.isComposition) return undefined;
  const period = parsePeriod(month, filing) as Period;
  const found = { filer, period };
  const gstr1 = buildGstr1(await readPeriod(read, tenant, found));
  const findings = preflight(gstr1.books);
  const filings = await listFilings(read, tenant, month);
  const payable = computePayable(buildGstr3b(gstr1));
  const isDue = period.return === "GSTR1";
  return {
    isDue,
    name: periodName(period),
    dateTo: period.dateTo,
    due: dueDates(period, filer.gstin),
    filings,
    errors: countSubjects(findings, "ERROR"),
    warnings: countSubjects(findings, "WARNING"),
    tax: toRupees((payable.igst + payable.cgst + payable.sgst) as Paise),
    ...(isDue ? await readInwardFacts(read, tenant, found, gstr1) : NO_INWARD),
  };
}

/** For a reader thread: counts the month's documents that the portal would refuse, until it is filed. */
export function countGstErrors(tenant: Tenant, month: string): Promise<number> {
  return withSnapshot(tenant.books, async (read) => {
    const { filer, filing } = await readFiler(read, tenant);
    if (!filer.gstin || filer.isComposition) return 0;
    const filings = await listFilings(read, tenant, month);
    if (filings.some((one) => one.return === "GSTR1")) return 0;
    const found = { filer, period: parsePeriod(month, filing) as Period };
    const findings = preflight(buildGstr1(await readPeriod(read, tenant, found)).books);
    return countSubjects(findings, "ERROR");
  });
}

const countSubjects = (findings: Finding[], level: Finding["level"]) =>
  new Set(findings.filter((one) => one.level === level).map(({ subject }) => subject)).size;

const NO_INWARD: Pick<GstFacts, "cash" | "inward" | "proof"> = {
  cash: 0,
  proof: { differences: 0, faults: 0 },
  inward: { loaded: null, open: 0, missing: 0, unfiled: 0 },
};

/** Reads the purchases: the GSTR-2B matching, and the tax left to pay after credit. */
async function readInwardFacts(
  read: Read,
  tenant: Who,
  found: { filer: Filer; period: Period },
  gstr1: Gstr1,
): Promise<Pick<GstFacts, "cash" | "inward" | "proof">> {
  const { label } = found.period;
  const books = await readGstr3b(read, tenant, found);
  const { pairs } = await readPairs(read, tenant, found);
  const proof = await readProof(read, tenant, found);
  const filings = await listFilings(read, tenant, label);
  const file = await findFile(read, tenant, label);
  const count = (isOne: (pair: Pair) => boolean) => pairs.filter(isOne).length;
  return {
    cash: showGstr3b(gstr1, filings, books).cash.total,
    proof: {
      differences: proof.filter(({ returnsPaise, ledgersPaise }) => returnsPaise !== ledgersPaise)
        .length,
      faults: proof.filter((line) => computeUnexplained(line) !== 0).length,
    },
    inward: {
      loaded: file ? await findDoneBy(read, tenant, file.loadedBy, file.loadedAt) : null,
      open: count(({ counts, status }) => !counts && PAIRED.includes(status)),
      missing: count(({ status }) => status === "MISSING_IN_BOOKS"),
      unfiled: count(({ status }) => status === "MISSING_IN_2B"),
    },
  };
}
