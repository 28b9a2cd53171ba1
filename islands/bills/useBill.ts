import { useEffect, useState } from "react";
import { isCalendarDate, today } from "../../domain/dates.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { type Paise, roundToPaise, toDecimal, toRupees } from "../../domain/money.ts";
import {
  defaultCredit,
  mayChargeNone,
  resolveBillPlace,
  sumBill,
} from "../../domain/purchases/billFigures.ts";
import { NewBill, wantsSelfInvoice } from "../../domain/purchases/billInput.ts";
import type { Bill, BillList } from "../../domain/purchases/bills.ts";
import { billWarnings } from "../../domain/purchases/billWarnings.ts";
import type { Itc } from "../../domain/purchases/credit.ts";
import type { Vendor } from "../../domain/purchases/vendors.ts";
import type { TdsProposal } from "../../domain/tds/proposal.ts";
import { readRentMonths } from "../../domain/tds/rentMonths.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { failureText, send } from "../browser/api.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { AttachmentsState } from "../ui/useAttachments.ts";
import type { Known } from "./BillData.tsx";
import { toBillLine, toBody, type Values } from "./values.ts";

export interface BillProps extends Known {
  /** The bill to edit; undefined for a new one. */
  bill?: Bill | undefined;
  start: Values;
  /** The expense or row of GSTR-2B it is created from: `transaction=ID`. */
  of: string;
}

/** The state of the bill form: totals, proposals and saving. */
export function useBill(props: BillProps & { attachments: AttachmentsState }) {
  const { bill, start, of, vendors: known, categories, agency, attachments } = props;
  const [made, setMade] = useState<Vendor[]>([]);
  const vendors = [...known, ...made];
  const [, expense] = /^transaction=(.+)$/.exec(of) ?? [];
  const computeFigures = (values: Values) => {
    const vendor = vendors.find(({ _id }) => _id === values.vendorId);
    return computeTotals(values, vendor, categories, agency);
  };
  const form = useAppForm<Values>({
    values: start,
    schema: NewBill,
    // A draft's vendor may have been deleted.
    read: (values) => {
      const { vendor, lines, itc } = computeFigures(values);
      return toBody({ ...values, vendorId: vendor?._id ?? "" }, lines, itc);
    },
    draft: bill ? undefined : { noun: "bill", of },
    save: saveTo(expense ? `/api/transactions/${expense}/bill` : "/api/bills", bill),
    onSaved: (saved: Bill, values, how) => leave(saved, values, { how, attachments }),
    otherwise: "Error saving bill",
  });
  const { values } = form;
  const figures = computeFigures(values);
  const { vendor, totals } = figures;
  const tds = useTds({ values, vendor, taxablePaise: totals.taxable, bill });
  const last = useFetch<BillList>(
    vendor ? `/api/bills?vendorId=${vendor._id}&kind=BILL&limit=1` : null,
  );
  const kept = readTypedAmount(values.tdsAmount) ?? roundToPaise(tds?.tds ?? 0);
  const toPay = values.kind === "CREDIT_NOTE" ? totals.total : totals.total - kept;
  /** Resets proposals that were made for another vendor. */
  const chooseVendor = (id: string) => {
    form.change("vendorId", id);
    const next = vendors.find(({ _id }) => _id === id);
    if (!next) return;
    follow(next);
  };
  const follow = (next: Vendor) => {
    form.change("tdsRule", next.tdsRule);
    form.change("tdsAmount", "");
    form.change("taxBy", next.kind === "OVERSEAS" ? "IMPORT" : "");
  };
  return {
    ...form,
    ...figures,
    vendors,
    categories,
    bill,
    expense,
    tds,
    kept: kept as Paise,
    toPay: toPay as Paise,
    lastNumber: last.data?.items.find(({ _id }) => _id !== bill?._id)?.number,
    warnings: listWarnings(values, figures),
    chooseVendor,
    addVendor: (vendor: Vendor) => {
      setMade((made) => [...made, vendor]);
      follow(vendor);
    },
  };
}

export type BillForm = ReturnType<typeof useBill>;

function computeTotals(
  values: Values,
  vendor: Vendor | undefined,
  categories: Category[],
  { gstin, isComposition }: Known["agency"],
) {
  const { placeOfSupply, taxBy, items, roundOff } = values;
  const isOf = taxBy === "IMPORT" ? "SERVICE" : "";
  const party = vendor ?? { kind: "REGULAR" as const, gstin: "", state: "", stateCode: "" };
  const place = resolveBillPlace({ placeOfSupply, import: isOf }, party, gstin);
  const isOwnTax = taxBy !== "";
  const isFree = mayChargeNone(party, isOwnTax);
  const lines = items.map((row) => toBillLine(row, place.mode, isFree));
  const mayCredit = gstin !== "" && !isComposition && !place.isElsewhere;
  const usual = items.map(({ categoryId }, n): Itc => {
    // A vendor without a GSTIN charges no creditable tax.
    if (!isOwnTax && vendor && !vendor.gstin) return "NONE";
    const found = categories.find(({ _id }) => _id === categoryId);
    const category: Itc = found?.itc ?? "ELIGIBLE";
    const given = { vendor: { kind: party.kind, itc: vendor?.itc ?? "" }, category, mayCredit };
    return defaultCredit((lines[n] as (typeof lines)[number]).line, given);
  });
  const itc = items.map(
    (row, n): Itc => (usual[n] === "NONE" ? "NONE" : row.itc || (usual[n] as Itc)),
  );
  const off = (readTypedAmount(roundOff) ?? 0) as Paise;
  const printed = lines.map(({ line }) => line);
  const totals = sumBill(printed, off, isOwnTax);
  const sumTax = (wanted: Itc) =>
    printed.reduce((all, { cgst, sgst, igst, cess }, n) => {
      return itc[n] === wanted ? all + cgst + sgst + igst + cess : all;
    }, 0) as Paise;
  const credit = { taken: sumTax("ELIGIBLE"), blocked: sumTax("BLOCKED"), none: sumTax("NONE") };
  const isSelf =
    vendor !== undefined &&
    wantsSelfInvoice(
      { ...values, import: isOf, reverseCharge: taxBy === "REVERSE_CHARGE" },
      vendor,
    );
  return { vendor, place, isOwnTax, lines, usual, itc, totals, credit, isSelf };
}

/** Returns the warnings that the server will return. */
function listWarnings(
  values: Values,
  { vendor, totals, isOwnTax }: ReturnType<typeof computeTotals>,
) {
  if (!vendor) return [];
  const rupees = (head: "cess" | "cgst" | "igst" | "sgst") => toRupees(totals[head]);
  const tax = { cgst: rupees("cgst"), sgst: rupees("sgst"), igst: rupees("igst") };
  const { kind, date, taxBy } = values;
  return billWarnings(
    {
      kind,
      date,
      tax,
      cess: rupees("cess"),
      receivedDate: "",
      reverseCharge: isOwnTax,
      balance: 0,
      status: "DRAFT",
      import: taxBy === "IMPORT" ? "SERVICE" : "",
      recipient: { ...vendor, name: vendor.displayName } as never,
    },
    today(),
  );
}

interface BillContext {
  values: Values;
  vendor: Vendor | undefined;
  taxablePaise: Paise;
  bill: Bill | undefined;
}

/** Loads the proposed TDS shortly after the last key. */
function useTds({ values, vendor, taxablePaise, bill }: BillContext): TdsProposal | undefined {
  const { tdsRule: rule, date, kind } = values;
  const months = readRentMonths(values.rentMonths) ?? [];
  const isAsked =
    vendor && rule && isCalendarDate(date) && taxablePaise > 0 && kind !== "CREDIT_NOTE";
  const query = isAsked && {
    rule,
    date,
    taxable: toDecimal(taxablePaise),
    ...(bill && { billId: bill._id }),
    ...(months.length > 0 && { months: months.join() }),
  };
  const url = query ? `/api/vendors/${vendor._id}/tds?${new URLSearchParams(query)}` : null;
  const [quiet, setQuiet] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(url), QUIET_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const { data } = useFetch<TdsProposal>(quiet);
  return url ? data : undefined;
}

const QUIET_MS = 200;

interface Left {
  how: string;
  attachments: AttachmentsState;
}

/** Attaches the uploaded files, pays the bill if an account was chosen, and opens the next page. */
async function leave(saved: Bill, values: Values, { how, attachments }: Left) {
  await attachments.attachTo({ entity: "bill", id: saved._id });
  if (values.paidFrom && saved.toPay > 0) {
    const payment = { date: saved.date, amount: saved.toPay, mode: "Bank Transfer" };
    const address = `/api/bills/${saved._id}/payments`;
    await send("POST", address, { ...payment, accountId: values.paidFrom }).catch((failure) =>
      showToastAfterNavigation(
        "error",
        `The bill was saved but not paid. ${failureText(failure, "Error adding payment")}`,
      ),
    );
  }
  if (how === "next") showToastAfterNavigation("success", `Bill ${saved.number} saved`);
  return leaveFor(() => location.assign(how === "next" ? "/bills/new" : `/bills/${saved._id}`));
}
