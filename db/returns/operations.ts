import type { NewFiling } from "../../domain/gst/returns/filings.ts";
import type { MatchingChange } from "../../domain/purchases/matchingInput.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Body } from "../imports/import.ts";
import { storeEinvoices } from "./einvoices.ts";
import { fileReturn } from "./filings.ts";
import { changeMatching, getMatching, loadGstr2b } from "./matching.ts";
import {
  getEinvoices,
  getGstPeriod,
  getGstr1File,
  getGstr1Sheets,
  getGstr3b,
  getGstr3bFile,
  listEinvoices,
  listGstPeriods,
} from "./periods.ts";

/** What a database worker does of GST returns. */
export const RETURNS = {
  listGstPeriods: (tenant: Tenant, _: undefined) => listGstPeriods(tenant),
  getGstPeriod: (tenant: Tenant, label: string) => getGstPeriod(tenant, label),
  getGstr1File: (tenant: Tenant, label: string) => getGstr1File(tenant, label),
  getGstr1Sheets: (tenant: Tenant, label: string) => getGstr1Sheets(tenant, label),
  getGstr3b: (tenant: Tenant, label: string) => getGstr3b(tenant, label),
  getGstr3bFile: (tenant: Tenant, label: string) => getGstr3bFile(tenant, label),
  listEinvoices: (tenant: Tenant, label: string) => listEinvoices(tenant, label),
  getEinvoices: (tenant: Tenant, label: string) => getEinvoices(tenant, label),
  fileReturn: (tenant: Tenant, filing: NewFiling & { period: string }) =>
    fileReturn(tenant, filing),
  loadGstr2b: (tenant: Tenant, label: string, body: Body) => loadGstr2b(tenant, label, body),
  getMatching: (tenant: Tenant, label: string) => getMatching(tenant, label),
  changeMatching: (tenant: Tenant, input: MatchingChange & { label: string }) =>
    changeMatching(tenant, input),
  storeEinvoices: (tenant: Tenant, { answer, keys }: { answer: unknown; keys: string[] }) =>
    storeEinvoices(tenant, answer, keys),
};
