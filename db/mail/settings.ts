import type {
  MailServer,
  MailSettings,
  MailSettingsChange,
  NewOwnAccount,
} from "../../domain/mail/settings.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { mailSettings } from "../schema/mail.ts";

export type StoredMailSettings = typeof mailSettings.$inferSelect;

/** Returns the stored settings with the encrypted password; undefined if the agency has none. */
export async function findMailSettings(
  from: Pick<Read, "select">,
  tenant: Pick<Tenant, "agencyId">,
): Promise<StoredMailSettings | undefined> {
  const [row] = await from.select().from(mailSettings).where(forAgency(tenant, mailSettings));
  return row;
}

export async function getMailSettings(tenant: Tenant, server: MailServer): Promise<MailSettings> {
  return toMailSettings(await findMailSettings(tenant.books.read, tenant), server);
}

/**
 * Changes the given fields and clears the test result.
 * @param seal encrypts a password
 * @throws Refusal "conflict" for an account of the agency's own if the server does not allow it
 */
export function changeMailSettings(
  tenant: Tenant,
  change: MailSettingsChange,
  server: MailServer,
  seal: (password: string) => string,
): Promise<MailSettings> {
  const { own, replyTo } = change;
  if (own && !server.isPerAgency) {
    throw new Refusal(
      "conflict",
      "This server does not allow agencies their own mail server: SMTP_PER_AGENCY is not 1",
    );
  }
  return writeTransaction(tenant, async (tx) => {
    const stored = await findMailSettings(tx, tenant);
    const isTestedStill = own === undefined;
    const columns = {
      agencyId: tenant.agencyId,
      replyTo: replyTo ?? stored?.replyTo ?? "",
      ...(own === null && { host: "", port: 0, username: "", password: "", fromAddress: "" }),
      ...(own && {
        host: own.host,
        port: own.port,
        security: own.security,
        username: own.username,
        password: own.password ? seal(own.password) : passwordFor(stored, own),
        fromAddress: own.from,
      }),
      ...(!isTestedStill && { testedAt: "", testedAnswer: "" }),
    };
    const after = await save(tx, columns);
    const [was, is] = [toMailSettings(stored, server), toMailSettings(after, server)];
    const secret = own?.password ? { secret: true } : {};
    await recordChange(tx, tenant, "UPDATE", "MailSettings", { before: was, after: is, ...secret });
    return is;
  });
}

/** Keeps a stored password only for the same host, port and security, so that no other server receives it. */
const passwordFor = (
  stored: StoredMailSettings | undefined,
  { host, port, security }: NewOwnAccount,
): string =>
  stored?.host === host && stored.port === port && stored.security === security
    ? stored.password
    : "";

/** Records a successful test. */
export function recordTest(
  tenant: Tenant,
  answer: string,
  server: MailServer,
): Promise<MailSettings> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findMailSettings(tx, tenant);
    const after = await save(tx, {
      agencyId: tenant.agencyId,
      testedAt: nowFor(tenant),
      testedAnswer: answer,
    });
    const [was, is] = [toMailSettings(before, server), toMailSettings(after, server)];
    await recordChange(tx, tenant, "UPDATE", "MailSettings", { before: was, after: is });
    return is;
  });
}

async function save(
  tx: Write,
  columns: typeof mailSettings.$inferInsert,
): Promise<StoredMailSettings> {
  const { agencyId: _, ...set } = columns;
  const [row] = await tx
    .insert(mailSettings)
    .values(columns)
    .onConflictDoUpdate({ target: mailSettings.agencyId, set })
    .returning();
  return row as StoredMailSettings;
}

function toMailSettings(row: StoredMailSettings | undefined, server: MailServer): MailSettings {
  const isOwn = server.isPerAgency && Boolean(row?.host);
  const isServers = Boolean(server.url);
  return {
    source: isOwn ? "agency" : isServers ? "server" : "none",
    from: isOwn ? (row?.fromAddress ?? "") : isServers ? server.from : "",
    replyTo: row?.replyTo ?? "",
    mayBeOwn: server.isPerAgency,
    own:
      isOwn && row
        ? {
            host: row.host,
            port: row.port,
            security: row.security,
            username: row.username,
            hasPassword: row.password !== "",
            from: row.fromAddress,
          }
        : null,
    tested: row?.testedAt ? { at: row.testedAt, answer: row.testedAnswer } : null,
  };
}
