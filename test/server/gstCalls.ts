import { today } from "../../domain/dates.ts";
import { irnText } from "../../domain/gst/returns/einvoice.ts";
import type { Office } from "../nouns/noun.ts";
import { type Answer, type Caller, made } from "../world.ts";

/** What writes of GST are called with, each once and in this order: what is registered is locked. */
export const gstCalls = (
  owner: Caller,
  { invoice }: Office,
): Record<string, () => Promise<Answer>> => ({
  "PUT /api/gst/:id/corrections": () =>
    owner.put("/api/gst/2025-10/corrections", {
      ...{ field: "hsnSac", id: invoice, lines: [{ line: 1, value: "998391" }] },
    }),
  "POST /api/gst/einvoices": async () => {
    const { number, date } = (await owner.get(`/api/invoices/${invoice}`)).body.invoice;
    const text = irnText("", { kind: "INVOICE", number, date });
    const Irn = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    return owner.post("/api/gst/einvoices", { Irn, AckNo: 112610530645919 });
  },
  "DELETE /api/gst/:id/filed": async () => {
    const month = { return: "GSTR3B", date: today(), arn: "AA2701200012345" };
    made(await owner.post("/api/gst/2020-01/filed", month));
    return owner.delete("/api/gst/2020-01/filed?return=GSTR3B");
  },
});
