import type { VoucherType } from "../../domain/tally/vouchers.ts";

/** What a file said of a voucher: a hash of it, and what somebody finds it by in Tally. */
export type ExportedVoucher = [
  id: string,
  hash: string,
  type: VoucherType,
  label: string,
  paise: number,
];
