import { describe, expect, test } from "bun:test";
import { parseNarration } from "../../../domain/banking/candidates.ts";
import { readNarration } from "../../../domain/banking/narrations.ts";
import { propose } from "../../../domain/banking/propose.ts";
import { reversals } from "../../../domain/banking/reversals.ts";
import type { Paise } from "../../../domain/money.ts";

const NEFT = ["NEFT DR-SBIN0001234-KALAM STORES-NETBANK-HDFCN52026102311111111-BILL"];
const UPI = ["UPI-KALAM STORES-kalam@ybl-YESB0YBLUPI-627900012345-TEA"];
const IMPS = ["IMPS-627900012345-KALAM STORES-HDFC-XXXXXXX1234-TEA"];
const CHEQUE = ["CHQ PAID 000118"];

describe("a returned payment", () => {
  test.each([
    [NEFT, "NEFT RETURN-HDFCN52026102311111111-KALAM STORES-ACCOUNT CLOSED"],
    [NEFT, "RETURN NEFT HDFCN52026102311111111 KALAM STORES"],
    [UPI, "UPI-REVERSAL-627900012345-KALAM STORES"],
    [UPI, "UPI/REV/627900012345/KALAM STORES"],
    [UPI, "REV:UPI/627900012345/KALAM STORES"],
    [UPI, "UPIRVSL/627900012345/KALAM STORES"],
    [IMPS, "IMPS/RVSL/627900012345/KALAM STORES"],
    [CHEQUE, "I/W CHQ RTN-000118-KALAM STORES"],
    [CHEQUE, "CHQ RETURN 000118 KALAM STORES"],
    [CHEQUE, "O/W RTN CHQ 000118 FUNDS INSUFFICIENT"],
    [UPI, "REV-UPI/DR/627900012345/KALAM STORES/YESB/kalam@ybl/TEA"],
    [UPI, "REVERSED: UPI/627900012345/KALAM STORES/TEA"],
  ])("%s is paired with its return %s", ([paid = ""], returned) => {
    const line = (id: string, amount: number, narration: string) => ({
      id,
      narration,
      ref: null,
      amountPaise: amount as Paise,
      date: `2026-10-2${id}`,
    });
    const found = propose({
      lines: [line("3", -12_000_00, paid), line("4", 12_000_00, returned)],
      entries: [],
      invoices: [],
      bills: [],
      others: [],
      rules: [],
      declined: new Set(),
      memory: { counts: new Map(), categories: new Map() },
    });
    expect(found.get("3")?.[0]).toMatchObject({ id: "r:4", kind: "reversed", likely: true });
    expect(found.get("4")?.[0]).toMatchObject({ id: "r:3", kind: "reversed", likely: true });
    expect(readNarration(returned).party).toBe(/FUNDS/.test(returned) ? null : "KALAM STORES");
  });

  test.each([
    "Chq Ret Chrgs 000118 INCL GST",
    "REV THOMAS",
    "UPI-REVATHI FOODS-r@ybl-YESB0YBLUPI-627900012345-TEA",
  ])("is not recognized in %s", (text) => {
    expect(readNarration(text).isReversal).toBe(false);
  });
});

describe("a narration", () => {
  const UTR = "HDFCN52026102311111111";
  test.each<[string, string | null, string | null]>([
    ["UPIAR/627900012345/CR/KALAM S/HDFC/k@ybl", "KALAM S", "627900012345"],
    ["UPI IN/627900012345/k@ybl/tea", null, "627900012345"],
    ["UPIOUT/627900012345/k@ybl/tea", null, "627900012345"],
    [`NEFT:KALAM STORES/${UTR}`, "KALAM STORES", UTR],
    [`TO ONL INB NEFT UTR NO: ${UTR}--KALAM STORES`, "KALAM STORES", UTR],
    ["INF/NEFT/023629912345/SBIN0001234/TRF/KALAM STORES", "KALAM STORES", null],
  ])("of Union, Federal, SBI or ICICI is read: %s", (text, party, ref) => {
    expect(readNarration(text)).toMatchObject({ party, ref, isReversal: false });
  });
});

test("pairs 10,000 lines of one amount without comparing every pair", () => {
  const day = (n: number) => new Date(Date.UTC(2025, 3, 1 + n)).toISOString().slice(0, 10);
  const lines = Array.from({ length: 10_000 }, (_, n) => ({
    id: String(n),
    date: day(Math.floor(n / 28)),
    ref: `6297${String(n).padStart(8, "0")}`,
    amountPaise: (n % 2 ? 500_00 : -500_00) as Paise,
    narration: `UPI/PARTY ${n}/PAYMENT`,
  }));
  const begun = process.cpuUsage();
  const found = [...reversals(lines.map((line) => parseNarration(line)))];
  const { user } = process.cpuUsage(begun);
  expect(found).toEqual([]);
  expect(user / 1_000).toBeLessThan(1_500);
});
