import { Elysia } from "elysia";
import { countAudit, listAudit } from "../../db/auditLog.ts";
import { AuditFilter, AuditQuery } from "../../domain/audit.ts";
import { checkQuery } from "../../domain/refusal.ts";
import { mustBeAllowed } from "../../domain/roles.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

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
    });
