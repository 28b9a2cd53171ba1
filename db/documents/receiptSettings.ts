import { type ReceiptSettings, ReceiptSettingsChange } from "../../domain/documents/receipts.ts";
import { parse } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { findIssuer } from "./issuer.ts";
import { numberingNow, storeNumbering } from "./numbering.ts";

export function getReceiptSettings(tenant: Tenant): Promise<ReceiptSettings> {
  return readSettings(tenant.books.read, tenant);
}

/** Changes the given fields. */
export function changeReceiptSettings(tenant: Tenant, changes: object): Promise<ReceiptSettings> {
  return writeTransaction(tenant, async (tx) => {
    const before = await readSettings(tx, tenant);
    await assertUnchanged(tx, tenant, "ReceiptSettings", before, changes);
    await storeNumbering(
      tx,
      tenant,
      "RECEIPT",
      parse(ReceiptSettingsChange, { ...before, ...changes }),
    );
    const after = await readSettings(tx, tenant);
    await recordChange(tx, tenant, "UPDATE", "ReceiptSettings", { before, after });
    return after;
  });
}

async function readSettings(from: Pick<Write, "select">, tenant: Tenant): Promise<ReceiptSettings> {
  return numberingNow(await findIssuer(from, tenant, "RECEIPT"));
}
