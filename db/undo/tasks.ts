import type { OfRecord } from "../../domain/agencies/undo.ts";
import { undoMatch, undoStatement } from "../banking/undo.ts";
import type { Tenant } from "../engine/tenant.ts";
import { undoImport } from "../imports/undo.ts";
import { undoSince } from "./back.ts";
import { restore } from "./trash.ts";
import { redoLast, undoLast, undoOperation } from "./undo.ts";

/** For a database worker: what goes may be looked for in every transaction of the agency. */
export const UNDOS = {
  undoImport: (tenant: Tenant, id: string) => undoImport(tenant, id),
  undoStatement: (tenant: Tenant, id: string) => undoStatement(tenant, id),
  undoBatch: (tenant: Tenant, id: string) => undoMatch(tenant, id, true),
  undoOperation: (tenant: Tenant, id: string) => undoOperation(tenant, id),
  undoSince: (tenant: Tenant, { operation, of }: { operation: string; of: OfRecord }) =>
    undoSince(tenant, operation, of),
  undoLast: (tenant: Tenant, _: undefined) => undoLast(tenant),
  redoLast: (tenant: Tenant, _: undefined) => redoLast(tenant),
  restore: (tenant: Tenant, id: string) => restore(tenant, id),
};
