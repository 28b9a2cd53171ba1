import { Elysia } from "elysia";
import { recordView } from "../../db/audit.ts";
import { countAudit, exportAudit, listAudit } from "../../db/auditLog.ts";
import { type AuditEntry, AuditFilter, AuditQuery } from "../../domain/audit.ts";
import { AUDIT_CSV_HEADER, auditCsv } from "../../domain/auditCsv.ts";
import { checkQuery, mustBeAllowed } from "../../domain/refusal.ts";
import { download } from "../download.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

const CSV_FILE = { name: "audit-log.csv", type: "text/csv; charset=utf-8" };

export const audit = (house: House) =>
  new Elysia({ prefix: "/audit" })
    .use(identity(house))
    .get("/", ({ tenant, query }) => {
      mustBeAllowed(tenant, "view audit log");
      return listAudit(tenant, checkQuery(AuditQuery, query));
    })
    .get("/stats", ({ tenant, query }) => {
      mustBeAllowed(tenant, "view audit log");
      return countAudit(tenant, checkQuery(AuditFilter, query));
    })
    .get("/export.csv", ({ tenant, query, request, server, set }) => {
      mustBeAllowed(tenant, "view audit log");
      const filter = checkQuery(AuditFilter, query);
      return house.heavy.admit({ tenant, request, server, set }, async (turn) => {
        await recordView(tenant, "Metadata", { export: "audit log", filter });
        return download(house, turn, CSV_FILE, csvOf(exportAudit(tenant, filter)));
      });
    });

async function* csvOf(slices: AsyncIterable<AuditEntry[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(AUDIT_CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(auditCsv(slice));
}
