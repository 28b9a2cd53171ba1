import { Elysia, status } from "elysia";
import { faultOf, traceOf } from "../../db/faults.ts";
import { listImports } from "../../db/imports/reports.ts";
import type { Tenant } from "../../db/tenant.ts";
import { ImportOptions, ImportsQuery } from "../../domain/imports.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
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
      const end = onTheirWay.begin(tenant, set.headers);
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

// Each holds some megabytes for as long as its sender takes.
const AT_ONCE = 200;
const AT_ONCE_OF_ONE = 20;
const RETRY_AFTER_S = "10";

/** Counts the imports that are on their way, of each agency and in all. */
function createCount() {
  const ofAgency = new Map<number, number>();
  let ofAll = 0;
  return {
    /** One more, until what this gives is called. @throws a 429 answer with Retry-After. */
    begin({ agencyId }: Tenant, headers: Record<string, unknown>): () => void {
      const mine = ofAgency.get(agencyId) ?? 0;
      if (mine === AT_ONCE_OF_ONE || ofAll === AT_ONCE) {
        headers["retry-after"] = RETRY_AFTER_S;
        const message = "Too many imports are on their way; try again once one has ended";
        throw status(429, { message });
      }
      ofAgency.set(agencyId, mine + 1);
      ofAll += 1;
      return () => {
        const left = (ofAgency.get(agencyId) ?? 1) - 1;
        if (left > 0) ofAgency.set(agencyId, left);
        else ofAgency.delete(agencyId);
        ofAll -= 1;
      };
    },
  };
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
