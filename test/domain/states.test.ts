import { expect, test } from "bun:test";
import { resolveGstMode } from "../../domain/gst/figures.ts";
import {
  findState,
  findStateByGstin,
  formatState,
  nameStateTax,
  STATES,
} from "../../domain/gst/states.ts";

const WRITTEN: [string, string | undefined][] = [
  ["27", "27"],
  ["Maharashtra", "27"],
  ["27-Maharashtra", "27"],
  ["27 - MAHARASHTRA", "27"],
  ["Maharashtra (27)", "27"],
  ["mh ", "27"],
  ["Orissa", "21"],
  ["Pondicherry", "34"],
  ["Uttaranchal", "05"],
  ["J & K", "01"],
  ["7", "07"],
  ["Tamilnadu", "33"],
  ["25", "26"],
  ["Daman & Diu", "26"],
  ["28", "37"],
  ["28-Andhra Pradesh", "37"],
  ["Andhra Pradesh", "37"],
  ["Outside India", "96"],
  ["97-Other Territory", "97"],
  ["Mumbai", undefined],
  ["39", undefined],
  ["99", undefined],
  ["27-Karnataka", undefined],
  ["7-Delhi", undefined],
  ["275", undefined],
  ["", undefined],
  ["27AAACB1234C1ZF", undefined],
  ["constructor", undefined],
];

test.each(WRITTEN)("%p means state %p", (written, code) => {
  expect(findState(written)?.code).toBe(code);
});

test("finds every state by code, name and common spelling", () => {
  for (const state of STATES) {
    expect(findState(state.code)).toBe(state);
    expect(findState(state.name.toUpperCase())).toBe(state);
    expect(findState(formatState(state))).toBe(state);
  }
});

test("a GSTIN's state is its first two digits, and 96 is no state", () => {
  expect(findStateByGstin("27AAACB1234C1ZF")?.name).toBe("Maharashtra");
  expect(findStateByGstin("25AAACB1234C1ZF")?.code).toBe("26");
  expect(findStateByGstin("96AAACB1234C1ZF")).toBeUndefined();
  expect(findStateByGstin("")).toBeUndefined();
});

test("Union Territories without a legislature levy UTGST", () => {
  expect(nameStateTax("04")).toBe("UTGST");
  expect(nameStateTax("07")).toBe("SGST");
  expect(nameStateTax(undefined)).toBe("SGST");
});

const GSTIN = "AAACB1234C1ZF";
const MODES: [agency: string, place: string, mode: string][] = [
  [`27${GSTIN}`, "27", "INTRA"],
  [`27${GSTIN}`, "Karnataka", "IGST"],
  [`27${GSTIN}`, "96", "IGST"],
  [`26${GSTIN}`, "25", "INTRA"],
  [`37${GSTIN}`, "28-Andhra Pradesh", "INTRA"],
  [`27${GSTIN}`, "", "INTRA"],
  ["", "29", "INTRA"],
  [`27${GSTIN}`, "Mumbai", "INTRA"],
  [`97${GSTIN}`, "97", "INTRA"],
];

test.each(MODES)("an agency of %p that supplies to %p pays %s", (gstin, place, mode) => {
  expect(resolveGstMode(gstin, findState(place))).toBe(mode as "INTRA" | "IGST");
});
