import type { VoucherType } from "../../domain/tally/vouchers.ts";

/** A voucher as last exported: its hash, and how to find it in Tally. */
export type ExportedVoucher = [
  id: string,
  hash: string,
  type: VoucherType,
  label: string,
  paise: number,
];
