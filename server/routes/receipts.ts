import { Elysia } from "elysia";
import { recordView } from "../../db/audit.ts";
import { findLogoAt } from "../../db/logos.ts";
import { changeReceiptSettings, getReceiptSettings } from "../../db/receiptSettings.ts";
import { listReceipts, mayTakeLong } from "../../db/receipts/lists.ts";
import { addReceipt, addReceipts, deleteReceipt, getReceipt } from "../../db/receipts.ts";
import { NewReceipt, NewReceipts, ReceiptQuery, receiptFileName } from "../../domain/receipts.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import { changesOf, creationOf } from "../body.ts";
import { pdfAnswer } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { drawReceipt } from "../pdf/papers.ts";
import { scan } from "../scans.ts";

/**
 * Of a batch. A thousand receipts with addresses and notes of a page fit; a thousand of the longest that
 * one may be are 45 MB, which would keep everybody waiting while they are read.
 */
const BATCH_MB = 8;

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
        const logo = await findLogoAt(house.books, receipt.metadataSnapshot.logoUrl);
        return pdfAnswer(receiptFileName(receiptNumber), await drawReceipt(receipt, logo?.bytes));
      }),
    )
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
