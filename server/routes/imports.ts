import { Elysia, status } from "elysia";
import { faultOf, traceOf } from "../../db/faults.ts";
import { listImports } from "../../db/imports/reports.ts";
import type { Tenant } from "../../db/tenant.ts";
import { ImportOptions, ImportsQuery } from "../../domain/imports.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import { createCount } from "../admission.ts";
import { csvOf, withKey } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export function imports(house: House) {
  const onTheirWay = createCount();
  return new Elysia()
    .use(identity(house))
    .post("/transactions/import", async ({ tenant, query, request, set }) => {
      const options = checkQuery(ImportOptions, query);
      const asking = withKey(tenant, request, JSON.stringify(options));
      const body = csvOf(request);
      const end = onTheirWay.begin({ tenant, set });
      try {
        const report = await house.clerk.ask("importTransactions", asking, options, body);
        void fillSearch(house, tenant, report.added);
        return status(report.added > 0 && !report.dryRun ? 201 : 200, { import: report });
      } finally {
        end();
      }
    })
    .get("/imports", ({ tenant, query }) => listImports(tenant, checkQuery(ImportsQuery, query)))
    .delete("/imports/:id", async ({ tenant, params }) => {
      mustBeAllowed(tenant, "undo imports");
      await house.clerk.ask("undoImport", tenant, params.id);
      return { message: "Import deleted successfully" };
    });
}

// What an import leaves in its thread is only given back with the thread. A thread that has imported
// once is quicker the next time, so a smaller import keeps it.
const ROWS_WORTH_A_NEW_THREAD = 400_000;

async function fillSearch(house: House, tenant: Tenant, added: number): Promise<void> {
  try {
    await house.clerk.ask("fillSearch", tenant, undefined);
    if (added < ROWS_WORTH_A_NEW_THREAD) return;
    await house.clerk.dismiss("idle");
    // Any question wakes the new one, so that the next import does not wait for it.
    await house.clerk.ask("fillSearch", tenant, undefined);
  } catch (error) {
    // Search reads the tail meanwhile, and the next import or start goes on filling.
    if (faultOf(error) === "stopping") return;
    house.log.warn("The search index was not filled", { trace: traceOf(error) });
  }
}
