import { createClient } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { pluralize } from "../../domain/counts.ts";
import { verifyAttachments } from "../attachments/verify.ts";
import type { Books, Read } from "../engine/books.ts";
import { toStartupError } from "../engine/errors.ts";
import { isOfToday } from "../open/migrate.ts";
import { proveDocuments, proveMonths } from "../verify/books.ts";

/** The result of checking a copy. */
export interface Proof {
  /** `2 agencies with 1 transaction`. */
  content: string;
  /** A sentence for each agency whose totals differ from its rows. */
  troubles: string[];
}

/**
 * Checks a copy completely: pages, keys and every agency's totals; documents only if it has the current
 * schema. Wrong totals are reported but do not fail the check: the agency's rows are intact, and others still
 * need their backup.
 * @throws Error with the problem of the file
 */
export async function proveCopy(path: string): Promise<Proof> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  try {
    const read = drizzle(client);
    const integrity = await read.all<{ integrity_check: string }>("PRAGMA integrity_check");
    if (integrity[0]?.integrity_check !== "ok") throw new Error(`${path} is damaged`);
    const strays = await read.all("PRAGMA foreign_key_check");
    if (strays.length > 0) throw new Error(`${path} has rows with missing references`);

    const isToday = await isOfToday(read);
    let transactions = 0;
    const troubles: string[] = [];
    const agencies = await read.all<{ id: number; name: string }>("SELECT id, name FROM agencies");
    for (const { id, name } of agencies) {
      const { differences, count } = await proveAgency(read, id, isToday);
      transactions += count;
      const [first] = differences;
      if (first) {
        const place = `${first.figure} of ${first.where}`;
        troubles.push(
          `The totals of ${name} (agency ${id}) differ from its rows: ${place}, ` +
            `${first.stored} for ${first.derived}`,
        );
      }
    }
    const attachments = await verifyBackupAttachments(read, agencies, troubles);
    const whose = pluralize(agencies.length, "agency", "agencies");
    const what = pluralize(transactions, "transaction");
    const files = attachments ? ` and ${pluralize(attachments, "attachment")}` : "";
    const content = `${whose} with ${what}${files}`;
    return { content, troubles };
  } catch (error) {
    throw toStartupError(path, error);
  } finally {
    client.close();
  }
}

async function proveAgency(read: Read, id: number, isToday: boolean) {
  const { differences, checked } = await proveMonths(read, id);
  if (isToday) differences.push(...(await proveDocuments(read, id)).differences);
  return { differences, count: checked.transactions };
}

/** Recomputes the hashes of attachments. Copies from before attachments have none. */
async function verifyBackupAttachments(
  read: LibSQLDatabase,
  agencies: { id: number; name: string }[],
  troubles: string[],
): Promise<number> {
  const tables = await read.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE name IN ('attachments', 'paper_bytes')",
  );
  if (!tables.some(({ name }) => name === "attachments")) return 0;
  if (tables.length < 2) {
    const [row] = await read.all<{ papers: number }>("SELECT count(*) AS papers FROM attachments");
    if (row?.papers)
      troubles.push(`The backup lacks the contents of ${pluralize(row.papers, "attachment")}`);
    return 0;
  }
  let attachments = 0;
  for (const { id, name } of agencies) {
    for (let after: string | null = ""; after !== null; ) {
      const { checked, wrong, next } = await verifyAttachments({ read } as Books, id, after);
      for (const attachment of wrong) {
        troubles.push(
          `The attachment ${attachment.name} of ${name} (agency ${id}) is ${attachment.trouble}`,
        );
      }
      attachments += checked;
      after = next;
    }
  }
  return attachments;
}
