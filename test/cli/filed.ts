import { type Caller, done, made } from "../world.ts";

export async function filedAndChanged(owner: Caller): Promise<string> {
  const trader = { displayName: "Trader", gstin: "27AAPFU0939F1ZV" };
  const { client } = made(await owner.post("/api/clients", trader));
  const items = [{ description: "Logo", hsnSac: "998391", qty: 1, rate: 100, taxPct: 18 }];
  const body = { clientId: client._id, date: "2026-08-05", items };
  const { _id, invoiceNumber } = made(await owner.post("/api/invoices", body));
  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  const filing = { return: "GSTR1", date: "2026-09-10", arn: "AA2708260012345" };
  made(await owner.post("/api/gst/2026-08/filed", filing));
  done(await owner.put(`/api/invoices/${_id}`, { items: [{ ...items[0], rate: 200 }] }));
  return invoiceNumber;
}
