import { expect } from "bun:test";
import type { Office } from "../nouns/noun.ts";
import { type Answer, type Caller, done, made, type World } from "../world.ts";

/** Actions of the owner of Kaveri, an agency in Maharashtra. */
export function buyingIn(world: () => World) {
  const owner = () => world().kaveri.owner;
  const post = (path: string, body: object): Promise<Answer> => owner().post(`/api${path}`, body);
  const get = async (path: string) => done(await owner().get(`/api${path}`));
  let last = 0;
  const addVendor = async (fields: object = {}) => {
    last += 1;
    const vendor = { displayName: `Vendor ${last}`, gstin: "27AAMFP3390B1Z8", ...fields };
    return made(await post("/vendors", vendor)).vendor;
  };
  const line = (taxable: number, more: object = {}) => ({
    description: "Work",
    taxable,
    taxPct: 18,
    ...more,
  });
  const bill = async (vendor: { _id: string }, taxable: number, more: object = {}) => {
    last += 1;
    const fields = { number: `B/${last}`, date: "2026-10-05", items: [line(taxable)] };
    return made(await post("/bills", { vendorId: vendor._id, ...fields, ...more }));
  };
  const addBank = async () => {
    last += 1;
    return made(await post("/accounts", { name: `Bank ${last}` })).account._id;
  };
  const isRight = async () => {
    const check = done(await owner().get("/api/books/check"));
    expect(check.differences).toEqual([]);
  };
  return { owner, post, get, addVendor, line, bill, addBank, isRight };
}

export function billCalls(owner: Caller, { bank, rent, vendor, bill }: Office) {
  const credit = async (number: string) => {
    const items = [{ description: "Paper taken back", taxable: 5 }];
    const note = { kind: "CREDIT_NOTE", vendorId: vendor, number, date: "2026-10-05", items };
    return made(await owner.post("/api/bills", note))._id;
  };
  const money = { date: "2026-10-06", amount: 1, mode: "UPI", accountId: bank };
  return {
    "POST /api/bills/:id/apply": async () =>
      owner.post(`/api/bills/${await credit("CN/1")}/apply`, { billId: bill, amount: 1 }),
    "POST /api/bills/:id/credit": () => owner.post(`/api/bills/${bill}/credit`, { itc: "NONE" }),
    ...Object.fromEntries(
      ["not-filed", "filed"].map((said) => [
        `POST /api/gst/suppliers/:id/${said}`,
        () => owner.post(`/api/gst/suppliers/${vendor}/${said}`, { period: "2025-10" }),
      ]),
    ),
    "POST /api/bills/:id/refund": async () =>
      owner.post(`/api/bills/${await credit("CN/2")}/refund`, money),
    "POST /api/vendor-advances/:id/use": async () => {
      const advance = { vendorId: vendor, date: "2026-10-06", amount: 2, accountId: bank };
      const { _id } = made(await owner.post("/api/vendor-advances", advance)).advance;
      return owner.post(`/api/vendor-advances/${_id}/use`, { billId: bill });
    },
    "POST /api/transactions/:id/bill": async () => {
      const expense = { ...money, description: "Paper", type: "Expense", categoryId: rent };
      const { transaction } = made(await owner.post("/api/transactions", expense));
      const path = `/api/transactions/${transaction._id}/bill`;
      return owner.post(path, { vendorId: vendor, number: "A/2" });
    },
  };
}
