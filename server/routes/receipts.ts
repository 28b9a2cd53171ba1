import { Elysia } from "elysia";
import { recordView } from "../../db/audit.ts";
import { findLogoAt } from "../../db/logos.ts";
import { getNumbers } from "../../db/numbers.ts";
import { changeReceiptSettings, getReceiptSettings } from "../../db/receiptSettings.ts";
import { listReceipts, mayTakeLong } from "../../db/receipts/lists.ts";
import { addReceipt, addReceipts, deleteReceipt, getReceipt } from "../../db/receipts.ts";
import {
  NewReceipt,
  NewReceipts,
  type Receipt,
  ReceiptIds,
  ReceiptQuery,
  receiptFileName,
} from "../../domain/receipts.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import { BATCH_MB, changesOf, creationOf, jsonOf } from "../body.ts";
import { downloadPapers, pdfAnswer } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { receiptPdf } from "../pdf/receipt.ts";
import { scan } from "../scans.ts";
import type { Entry } from "../zip.ts";

async function draw({ books }: House, receipt: Receipt): Promise<Entry> {
  const logo = await findLogoAt(books, receipt.metadataSnapshot.logoUrl);
  const bytes = await receiptPdf(receipt, logo?.bytes);
  return { name: receiptFileName(receipt.receiptNumber), bytes };
}

export const receipts = (house: House) =>
  new Elysia({ prefix: "/receipts" })
    .use(identity(house))
    .get("/", ({ tenant, query, request, server, set }) => {
      const asked = checkQuery(ReceiptQuery, query);
      return mayTakeLong(asked)
        ? scan(house, { tenant, request, server, set }, "listReceipts", asked)
        : listReceipts(tenant, asked);
    })
    .get("/settings", ({ tenant }) => getReceiptSettings(tenant))
    .put("/settings", async ({ tenant, request }) => {
      mustBeAllowed(tenant, "update receipt settings");
      return changeReceiptSettings(tenant, await changesOf(request));
    })
    .get("/:id", async ({ tenant, params }) => ({ receipt: await getReceipt(tenant, params.id) }))
    .get("/:id/pdf", ({ tenant, params, request, server, set }) =>
      house.papers.admit({ tenant, request, server, set }, async () => {
        const receipt = await getReceipt(tenant, params.id);
        const { _id, receiptNumber } = receipt;
        await recordView(tenant, "Receipt", { pdf: receiptNumber, _id });
        return pdfAnswer(await draw(house, receipt));
      }),
    )
    .post("/pdfs", async ({ tenant, request, server, set }) => {
      const { ids } = await jsonOf(request, ReceiptIds);
      const numbers = await getNumbers(tenant, "Receipt", ids);
      const papers = { name: "Receipts.zip", entity: "Receipt", numbers } as const;
      return downloadPapers(house, { tenant, request, server, set }, papers, async (id) =>
        draw(house, await getReceipt(tenant, id)),
      );
    })
    .post("/", async ({ tenant, request, status }) =>
      status(201, {
        receipt: await addReceipt(...(await creationOf(tenant, request, NewReceipt))),
      }),
    )
    .post("/batch", async ({ tenant, request, status }) =>
      status(201, {
        receipts: await addReceipts(...(await creationOf(tenant, request, NewReceipts, BATCH_MB))),
      }),
    )
    .delete("/:id", async ({ tenant, params }) => {
      mustBeAllowed(tenant, "delete receipts");
      await deleteReceipt(tenant, params.id);
      return { message: "Receipt deleted successfully" };
    });
