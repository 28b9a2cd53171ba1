import { eq } from "drizzle-orm";
import { Refusal } from "../../domain/refusal.ts";
import { quoteSeries } from "../../domain/series/series.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { clients } from "../schema/documents.ts";
import { series } from "../schema/series.ts";

const COLUMNS = {
  Client: series.clientId,
  Account: series.accountId,
  Category: series.categoryId,
};

/**
 * Checks that a record can be deleted: series refer to it, even ended ones.
 * @throws Refusal "conflict" that names the series
 */
export async function assertNotInSeries(
  tx: Write,
  tenant: Pick<Tenant, "agencyId">,
  entity: keyof typeof COLUMNS,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const { state, title } = series;
  const rows = await tx
    .select({ state, title, clientId: series.clientId })
    .from(series)
    .where(forAgency(tenant, series, eq(COLUMNS[entity], id)))
    .limit(100);
  const named = rows.find((row) => isDeleted || row.state !== "ended");
  if (!named) return;
  const [client] = named.clientId
    ? await tx
        .select({ name: clients.displayName })
        .from(clients)
        .where(forAgency(tenant, clients, eq(clients.id, named.clientId)))
    : [];
  const name = quoteSeries({ title: named.title, client: client?.name });
  const instead = named.state === "ended" ? "delete that series first" : "end that series first";
  throw new Refusal("conflict", `The series ${name} uses it; ${instead}`);
}
