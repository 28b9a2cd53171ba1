import { expect, test } from "bun:test";
import { isUpiId, upiLink } from "../../domain/documents/upi.ts";
import type { Paise } from "../../domain/money.ts";

const asked = {
  upi: "ashadesign@okhdfcbank",
  payee: "Asha & Sons Design",
  invoiceNumber: "26-27/INV/000012",
  balancePaise: 59_000_00 as Paise,
  isPartlyPaid: false,
};

test("an invoice's link requests its balance, percent-encoded", () => {
  expect(upiLink(asked)).toBe(
    "upi://pay?pa=ashadesign@okhdfcbank&pn=Asha%20%26%20Sons%20Design&tr=2627INV000012" +
      "&tn=Invoice%2026-27%2FINV%2F000012&am=59000.00&cu=INR",
  );
});

test("a partly paid invoice requests the rest, in any script", () => {
  const rest = {
    upi: "9876543210@ybl",
    payee: "पूजा स्टूडियो",
    invoiceNumber: "26-27/INV/000031",
    balancePaise: 5_158_00 as Paise,
    isPartlyPaid: true,
  };
  expect(upiLink(rest)).toBe(
    "upi://pay?pa=9876543210@ybl&pn=%E0%A4%AA%E0%A5%82%E0%A4%9C%E0%A4%BE%20%E0%A4%B8%E0%A5%8D%E0%A4%9F" +
      "%E0%A5%82%E0%A4%A1%E0%A4%BF%E0%A4%AF%E0%A5%8B&tr=2627INV000031" +
      "&tn=Balance%20of%2026-27%2FINV%2F000031&am=5158.00&cu=INR",
  );
  expect(upiLink({ ...asked, payee: "Studio 9+ (Pune)" })).toContain(
    "pn=Studio%209%2B%20%28Pune%29&",
  );
});

test("an invoice has no link if nothing is due or the ID is invalid", () => {
  expect(upiLink({ ...asked, balancePaise: 0 as Paise })).toBeUndefined();
  for (const upi of ["", "asha", "asha@", "asha @ybl", "a@b&am=1", "asha@okhdfc.bank"]) {
    expect([upi, isUpiId(upi), upiLink({ ...asked, upi })]).toEqual([upi, false, undefined]);
  }
});

test("cuts a long number between characters, whatever their bytes", () => {
  for (const before of ["", "a"]) {
    const link = upiLink({ ...asked, invoiceNumber: before + "𑄌".repeat(60) }) ?? "";
    expect([...(new URL(link).searchParams.get("tn") ?? "")]).toHaveLength(50);
  }
});
