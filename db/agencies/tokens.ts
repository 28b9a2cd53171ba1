import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { ApiToken, MadeToken, NewToken } from "../../domain/agencies/tokens.ts";
import { today } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { TOKEN_PREFIX } from "../../domain/roles.ts";
import { recordChange } from "../engine/audit.ts";
import type { Books, Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { agencies, apiTokens, users } from "../schema/agencies.ts";
import { isClosedSql } from "./closedAgencies.ts";
import { toToken } from "./people.ts";
import { lacksFactorSql } from "./secondFactors.ts";
import { newSecret, secretDigest } from "./secrets.ts";
import type { Identified } from "./users.ts";

/** Lists the user's tokens, oldest first; for an owner, all of the agency's. */
export async function listTokens(tenant: Tenant): Promise<ApiToken[]> {
  const rows = await selectTokens(tenant.books.read)
    .where(forAgency(tenant, apiTokens, isManagedBy(tenant)))
    .orderBy(asc(apiTokens.id));
  return rows.map(toToken);
}

/**
 * Creates an access token. Its secret is only in this response.
 * @throws Refusal "conflict" if the key was used before, because the secret is not stored
 */
export async function addToken(tenant: Tenant, { name }: NewToken): Promise<MadeToken> {
  const { agencyId, userId } = tenant;
  const id = newId();
  const secret = TOKEN_PREFIX + newSecret();
  const token = await withIdempotency(tenant, async (tx) => {
    const createdAt = nowFor(tenant);
    await tx
      .insert(apiTokens)
      .values({ agencyId, id, userId, name, digest: secretDigest(secret), createdAt });
    const token = await getToken(tx, tenant, id);
    await recordChange(tx, tenant, "CREATE", "Token", { after: token });
    return token;
  });
  if (token._id === id) return { token, secret };
  throw new Refusal(
    "conflict",
    `The token ${token.name} was already created and is shown only once; revoke it and create another`,
  );
}

/**
 * Revokes a token. It stops working with the next request. @throws Refusal "missing", also for others' tokens
 */
export function revokeToken(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getToken(tx, tenant, id);
    await tx.delete(apiTokens).where(forAgency(tenant, apiTokens, eq(apiTokens.id, id)));
    await recordChange(tx, tenant, "DELETE", "Token", { before });
  });
}

/** Finds the user of a token. Runs on every request with a token. */
export async function findByToken(books: Books, secret: string): Promise<Identified | undefined> {
  const { read } = books;
  const find = finders.get(read) ?? createFinder(read);
  finders.set(read, find);
  const [found] = await find.all({ digest: secretDigest(secret) });
  if (!found) return undefined;
  const { agencyId, epoch, lastUsedOn, lacksFactor, isClosed, ...user } = found;
  const session = { agencyId, userId: user._id, epoch };
  const flags = { lacksFactor: Boolean(lacksFactor), isClosed: Boolean(isClosed) };
  return { user, session, lastUsedOn, ...flags };
}

/** Records the use of a token once a day. */
export function recordUse(books: Books, secret: string): Promise<void> {
  const lastUsedOn = today();
  return writeTransaction({ books }, async (tx) => {
    await tx
      .update(apiTokens)
      .set({ lastUsedOn })
      .where(and(eq(apiTokens.digest, secretDigest(secret)), ne(apiTokens.lastUsedOn, lastUsedOn)));
  });
}

const isManagedBy = ({ role, userId }: Tenant) =>
  role === "owner" ? undefined : eq(apiTokens.userId, userId);

const selectTokens = (from: Pick<Write, "select">) =>
  from
    .select()
    .from(apiTokens)
    .innerJoin(users, and(eq(users.agencyId, apiTokens.agencyId), eq(users.id, apiTokens.userId)));

async function getToken(tx: Write, tenant: Tenant, id: string): Promise<ApiToken> {
  const [row] = await selectTokens(tx).where(
    forAgency(tenant, apiTokens, eq(apiTokens.id, id), isManagedBy(tenant)),
  );
  if (!row) throw new Refusal("missing", "Access token not found");
  return toToken(row);
}

/** Prepared statements by connection, as for sessions. */
const finders = new WeakMap<Read, ReturnType<typeof createFinder>>();

function createFinder(read: Read) {
  const { id, name, email, role, agencyId, sessionEpoch, removedAt } = users;
  return read
    .select({
      _id: id,
      name,
      email,
      role,
      agencyName: agencies.name,
      agencySlug: agencies.slug,
      agencyId,
      epoch: sessionEpoch,
      lastUsedOn: apiTokens.lastUsedOn,
      // Its creator was signed in, so only their current second factors matter.
      lacksFactor: lacksFactorSql(1),
      isClosed: isClosedSql,
    })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.agencyId, apiTokens.agencyId), eq(id, apiTokens.userId)))
    .innerJoin(agencies, eq(agencies.id, agencyId))
    .where(and(eq(apiTokens.digest, sql.placeholder("digest")), isNull(removedAt)))
    .prepare();
}
