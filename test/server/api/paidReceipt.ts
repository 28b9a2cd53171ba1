import { ID } from "../../../server/api/ids.ts";
import { done, made } from "../../world.ts";
import type { Change, Stage } from "./play.ts";

export async function clashesOfReceipt({
  owner,
  glossary,
}: Stage): Promise<Record<string, Change>> {
  const items = [{ description: "Flyer", qty: 1, rate: 100 }];
  const day = { date: "2026-04-09" };
  const bill = { ...day, clientId: glossary.toReal(ID.client), items };
  const { _id: invoiceId } = made(await owner.post("/api/invoices", bill));
  done(await owner.post(`/api/invoices/${invoiceId}/send`, {}));
  const money = { amount: 100, mode: "UPI", accountId: glossary.toReal(ID.bank) };
  const receipt = { ...day, client: { name: "Konkan" }, purpose: "Flyer", ...money };
  const { _id: id } = made(await owner.post("/api/receipts", receipt)).receipt;
  done(await owner.put(`/api/receipts/${id}/payment`, { invoiceId }));
  return { deleteReceipt: { id }, settleReceipt: { id } };
}
