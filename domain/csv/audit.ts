import Papa from "papaparse";
import type { AuditEntry } from "../agencies/audit.ts";
import { listFieldChanges } from "../agencies/auditFields.ts";
import { describeSubject } from "../agencies/auditWords.ts";
import { formatMoment } from "../dates.ts";
import { guard } from "./transactions.ts";

/** Header line of the exported audit log. */
export const AUDIT_CSV_HEADER = "Time,User,Email,Action,Entity,What,Changes\n";

/** Formats entries as CSV lines, each with a line feed. Times are Indian time. */
export function auditCsv(entries: AuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { at, userId, action, entity } = entry;
    const changes = listFieldChanges(entry).map(({ field, before, after }) =>
      before && after ? `${field}: ${before} → ${after}` : `${field}: ${after || before}`,
    );
    const texts = [
      userId.name,
      userId.email,
      action,
      entity,
      describeSubject(entry),
      changes.join("; "),
    ];
    return [formatMoment(at), ...texts.map(guard)];
  });
  return `${Papa.unparse(rows, { newline: "\n" })}\n`;
}
