import { today } from "../../domain/dates.ts";
import { irnText } from "../../domain/gst/returns/einvoice.ts";
import type { Office } from "../nouns/noun.ts";
import { type Answer, type Caller, done, made, type World } from "../world.ts";
import { makeEarlier } from "./earlierAgency.ts";

const B2B = { ctin: "27AAMFP3390B1Z8", inv: [{ inum: "1", dt: "05-10-2025", txval: 100 }] };

export const gstCalls = (
  world: World,
  owner: Caller,
  { bank, invoice }: Office,
): Record<string, () => Promise<Answer>> => ({
  "PUT /api/gst/:id/corrections": () =>
    owner.put("/api/gst/2025-10/corrections", {
      field: "hsnSac",
      id: invoice,
      lines: [{ line: 1, value: "998391" }],
    }),
  "POST /api/gst/cash-ledger": () =>
    owner.post("/api/gst/cash-ledger", {
      date: "2025-10-20",
      head: "igst",
      amount: 50,
      accountId: bank,
    }),
  "POST /api/gst/einvoices": async () => {
    const { number, date } = (await owner.get(`/api/invoices/${invoice}`)).body.invoice;
    const text = irnText("", { kind: "INVOICE", number, date });
    const Irn = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    return owner.post("/api/gst/einvoices", { Irn, AckNo: 112610530645919 });
  },
  "POST /api/gst/:id/2b": async () => {
    const gstin = "27AAACB1234C1ZF";
    done(await owner.put("/api/metadata", { gstNumber: gstin }));
    return owner.post("/api/gst/2025-10/2b", { gstin, rtnprd: "102025", docdata: { b2b: [B2B] } });
  },
  "POST /api/gst/:id/matching": async () => {
    const { pairs } = done(await owner.get("/api/gst/2025-10/matching"));
    return owner.post("/api/gst/2025-10/matching", { ignore: [{ row: pairs[0].row._id }] });
  },
  "PUT /api/gst/:id/credit": () =>
    owner.put("/api/gst/2025-10/credit", { igst: 100, cgst: 0, sgst: 0 }),
  "POST /api/gst/:id/amendments": async () => {
    const items = [{ description: "Film", hsnSac: "998391", qty: 1, rate: 100, taxPct: 18 }];
    const buyer = { displayName: "Amended", gstin: "27AAACB1234C1ZF" };
    const { client } = made(await owner.post("/api/clients", buyer));
    const sold = { clientId: client._id, date: "2019-04-05", items };
    const { _id } = made(await owner.post("/api/invoices", sold));
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    const filed = { return: "GSTR1", date: today(), arn: "AA2701200012345" };
    made(await owner.post("/api/gst/2019-04/filed", filed));
    return owner.post("/api/gst/2019-05/amendments", { documentId: _id });
  },
  "DELETE /api/gst/:id/amendments": async () => {
    const { items } = done(await owner.get("/api/invoices?q=Amended"));
    return owner.delete(`/api/gst/2019-05/amendments?documentId=${items[0]._id}`);
  },
  "DELETE /api/gst/:id/filed": async () => {
    const month = { return: "GSTR3B", date: "2020-02-15", arn: "AA2701200012345" };
    made(await owner.post("/api/gst/2020-01/filed", month));
    return owner.delete("/api/gst/2020-01/filed?return=GSTR3B");
  },
  "POST /api/gst/tax-book": async () => {
    await makeEarlier(world);
    const { choice } = done(await owner.get("/api/gst/tax-book"));
    return owner.post("/api/gst/tax-book", { startsOn: choice.days.at(-1) });
  },
});
