import { type ReceiptSettings, ReceiptSettingsChange } from "../domain/receipts.ts";
import { check } from "../domain/refusal.ts";
import { atomically, type Write } from "./atomically.ts";
import { record } from "./audit.ts";
import { findIssuer } from "./issuer.ts";
import { keepNumbering, numberingNow } from "./numbers.ts";
import type { Tenant } from "./tenant.ts";

export function getReceiptSettings(tenant: Tenant): Promise<ReceiptSettings> {
  return readSettings(tenant.books.read, tenant);
}

/** Fields that `changes` does not hold stay as they are. */
export function changeReceiptSettings(tenant: Tenant, changes: object): Promise<ReceiptSettings> {
  return atomically(tenant.books, async (tx) => {
    const before = await readSettings(tx, tenant);
    await keepNumbering(
      tx,
      tenant,
      "receipt",
      check(ReceiptSettingsChange, { ...before, ...changes }),
    );
    const after = await readSettings(tx, tenant);
    await record(tx, tenant, "UPDATE", "ReceiptSettings", { before, after });
    return after;
  });
}

async function readSettings(from: Pick<Write, "select">, tenant: Tenant): Promise<ReceiptSettings> {
  return numberingNow(await findIssuer(from, tenant, "receipt"));
}
