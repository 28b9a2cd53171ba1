import { expect, test } from "bun:test";
import { readOwnNames } from "../../domain/banking/ownNames.ts";
import { likelyPayment } from "../../domain/documents/likelyPayments.ts";
import type { Paise } from "../../domain/money.ts";

const invoice = (number: string, client: string) => ({
  id: number,
  number,
  client,
  date: "2026-10-01",
  taxablePaise: 1_00_000_00 as Paise,
  balancePaise: 1_18_000_00 as Paise,
  tdsLimitPaise: 20_000_00 as Paise,
});
const receipt = (client: string, text = "", amount = 1_18_000_00) => ({
  id: "r",
  date: "2026-10-15",
  client,
  amountPaise: amount as Paise,
  text,
});
const GANESH = [invoice("26-27/INV/000001", "Shree Ganesh Traders")];

test("a receipt is not a likely payment if two clients share its name", () => {
  const find = (clients: string[]) =>
    likelyPayment(receipt("Shree Ganesh"), GANESH, readOwnNames(clients, []))?.invoice.number;
  expect(find(["Shree Ganesh Traders"])).toBe("26-27/INV/000001");
  expect(find(["Shree Ganesh Traders", "Shree Ganesh Foods"])).toBeUndefined();
});

test("a receipt with a longer invoice number that contains this one is not its payment", () => {
  const invoices = [invoice("1", "Konkan Foods")];
  const names = readOwnNames(["Konkan Foods"], []);
  const find = (text: string) => likelyPayment(receipt("Zest", text, 1_000_00), invoices, names);
  expect(find("Invoice 1")?.invoice.number).toBe("1");
  expect(find("Invoice 112")).toBeUndefined();
});
