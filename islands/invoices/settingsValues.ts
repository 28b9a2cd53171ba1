import * as v from "valibot";
import { type InvoiceSettings, InvoiceSettingsChange } from "../../domain/invoiceSettings.ts";
import { toDecimal } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";

// Fields go by their paths in what the API takes, so that its errors find them.

export function settingsValues(settings: InvoiceSettings) {
  const { series, prefix, resetPolicy, defaultTaxPct, defaultPlaceOfSupply } = settings;
  const { accountName, bankName, accountNo, ifsc, upi, branch } = settings.bankDetails;
  return {
    series,
    prefix,
    resetPolicy: resetPolicy as string,
    defaultTaxPct: String(defaultTaxPct),
    defaultPlaceOfSupply,
    "bankDetails.accountName": accountName,
    "bankDetails.bankName": bankName,
    "bankDetails.accountNo": accountNo,
    "bankDetails.ifsc": ifsc,
    "bankDetails.upi": upi,
    "bankDetails.branch": branch,
  };
}
export type SettingsValues = ReturnType<typeof settingsValues>;

export function settingsBody(values: SettingsValues) {
  const { series, prefix, resetPolicy, defaultTaxPct, defaultPlaceOfSupply, ...bank } = values;
  const bankDetails = Object.fromEntries(
    Object.entries(bank).map(([path, text]) => [path.replace("bankDetails.", ""), text]),
  );
  const head = { series, prefix, resetPolicy, defaultPlaceOfSupply };
  return { ...head, defaultTaxPct: percentIn(defaultTaxPct), bankDetails };
}

/** What cannot be read stays a text: no schema takes it. */
function percentIn(text: string): number | string {
  const hundredths = readTypedAmount(text);
  return hundredths === undefined ? text : Number(toDecimal(hundredths));
}

export const SettingsSchema = v.pipe(
  v.custom<SettingsValues>(() => true),
  v.transform((values): unknown => settingsBody(values)),
  InvoiceSettingsChange,
);
