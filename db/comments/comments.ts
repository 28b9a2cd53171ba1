import { and, asc, count, eq, isNull, ne, sql } from "drizzle-orm";
import { findAttachmentPermission, HOLDER_NAMES } from "../../domain/attachments/attachments.ts";
import { readNarration } from "../../domain/banking/narrations.ts";
import {
  COMMENTS_MAX,
  type Comment,
  CommentChange,
  isEditable,
  type LineThread,
  type NewComment,
  type OpenQuestion,
  type Thread,
} from "../../domain/comments/comments.ts";
import {
  type Colleague,
  type CommentedRecord,
  firstName,
  OWNERS,
  quoteText,
  threadLink,
} from "../../domain/comments/threads.ts";
import type { CalendarDate } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { listMembers } from "../agencies/team.ts";
import { assertCanSeeAttachments, RECORDS } from "../attachments/records.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { notify } from "../notifications/notify.ts";
import { users } from "../schema/agencies.ts";
import { attachments } from "../schema/attachments.ts";
import { comments } from "../schema/comments.ts";

/** Returns the comments of a record. @throws Refusal "missing"; "forbidden" if the user may not see it */
export async function getThread(tenant: Tenant, record: CommentedRecord): Promise<Thread> {
  const { label, date, amount, account } = await readRecord(tenant.books.read, tenant, record);
  const items = await listComments(tenant, record);
  const people = await listPeople(tenant, record);
  const author = items.find(({ question, isDeleted }) => question === "open" && !isDeleted);
  const asked = author ? nameOwners(people, author.createdBy._id) : "";
  return { record: { label, date, amount, account }, items, asked, people };
}

const listComments = async (tenant: Tenant, { entity, id }: CommentedRecord) =>
  toComments(
    tenant,
    await selectComments(tenant)
      .where(forAgency(tenant, comments, hasRecord(entity, id)))
      .orderBy(asc(comments.id)),
  );

const hasRecord = (entity: CommentedRecord["entity"], id: string) =>
  and(eq(comments.entity, entity), eq(comments.entityId, id));

const selectComments = ({ books }: Tenant) =>
  books.read
    .select({ row: comments, name: users.name, role: users.role })
    .from(comments)
    .innerJoin(users, and(eq(users.agencyId, comments.agencyId), eq(users.id, comments.createdBy)));

type Row = Awaited<ReturnType<typeof selectComments>>[number];

async function toComments(tenant: Tenant, rows: Row[]): Promise<Comment[]> {
  const wanted = JSON.stringify(rows.flatMap(({ row }) => row.files));
  const isWanted = sql`${attachments.id} IN (SELECT value FROM json_each(${wanted}))`;
  const { id, name, kind, size } = attachments;
  const found =
    wanted === "[]"
      ? []
      : await tenant.books.read
          .select({ _id: id, name, kind, size })
          .from(attachments)
          .where(forAgency(tenant, attachments, isWanted, isNull(attachments.deletedAt)));
  const files = new Map(found.map((file) => [file._id, file]));
  return rows.map(({ row, name, role }) => {
    const { agencyId: _, id, entityId, createdBy, deletedAt, ...rest } = row;
    return {
      ...rest,
      _id: id,
      id: entityId,
      createdBy: { _id: createdBy, name, role },
      files: row.files.flatMap((file) => files.get(file) ?? []),
      isDeleted: deletedAt !== null,
      ...(deletedAt !== null && { text: "", mentions: [], files: [] }),
    };
  });
}

/** @throws Refusal "missing"; "forbidden" if the user may not see its record */
async function getComment(tenant: Tenant, id: string): Promise<Comment> {
  const isIt = and(eq(comments.id, id), isNull(comments.deletedAt));
  const rows = await selectComments(tenant).where(forAgency(tenant, comments, isIt));
  const [comment] = await toComments(tenant, rows);
  if (!comment) throw new Refusal("missing", "Comment not found");
  await readRecord(tenant.books.read, tenant, comment);
  return comment;
}

/** Returns the members who see a record, by name. */
async function listPeople(tenant: Tenant, { entity }: CommentedRecord): Promise<Colleague[]> {
  const needed = findAttachmentPermission(entity);
  return (await listMembers(tenant))
    .filter(({ role }) => isPermitted(role, needed))
    .map(({ _id, name, role }) => ({ _id, name, role }));
}

const listOwners = (people: Colleague[], author: string) =>
  people.filter(({ _id, role }) => role === "owner" && _id !== author);

function nameOwners(people: Colleague[], author: string): string {
  const [first, ...others] = listOwners(people, author);
  return first && others.length === 0 ? firstName(first.name) : "the owners";
}

/**
 * Returns the threads of a statement's lines: number of comments, and who was asked.
 * @throws Refusal "missing" if there is no such statement
 */
export async function listLineThreads(tenant: Tenant, statementId: string): Promise<LineThread[]> {
  const { agencyId, books } = tenant;
  const [statement] = await books.read.all(sql`SELECT 1 FROM statements
    WHERE agency_id = ${agencyId} AND id = ${statementId}`);
  if (!statement) throw new Refusal("missing", "Statement not found");
  const rows = await books.read.all<{ id: string; count: number; author: string | null }>(sql`
    SELECT c.entity_id AS id, count(*) AS count,
      max(CASE WHEN c.question = 'open' THEN c.created_by END) AS author
    FROM statement_lines l JOIN comments c ON c.agency_id = l.agency_id AND c.entity = 'line'
      AND c.entity_id = l.line_id AND c.deleted_at IS NULL
    WHERE l.agency_id = ${agencyId} AND l.statement_id = ${statementId} GROUP BY c.entity_id`);
  const people = rows.length > 0 ? await listPeople(tenant, { entity: "line", id: "" }) : [];
  return rows.map(({ id, count, author }) => ({
    _id: id,
    count,
    asked: author ? nameOwners(people, author) : "",
  }));
}

/**
 * Adds a comment and notifies those it mentions. A question mentions the owners.
 * @throws Refusal "missing"; "forbidden" if the user may not see the record; "invalid" for a mention of
 * someone else or a file of another record; "conflict" beyond 500 comments
 */
export const addComment = (
  tenant: Tenant,
  record: CommentedRecord,
  input: NewComment,
): Promise<Comment> =>
  withIdempotency(tenant, async (tx) => {
    await readRecord(tx, tenant, record);
    const { text, files, ask } = input;
    const mentions = [...new Set([...input.mentions, ...(ask ? [OWNERS] : [])])];
    await assertMembers(tenant, record, mentions);
    await assertFiles(tx, tenant, record, files);
    await assertRoom(tx, tenant, record);
    const { agencyId, userId: createdBy } = tenant;
    const [id, createdAt] = [newId(), nowFor(tenant)];
    const question = ask ? ("open" as const) : ("none" as const);
    const row = { agencyId, id, text, mentions, files: [...new Set(files)], question };
    const of = { entity: record.entity, entityId: record.id };
    await tx.insert(comments).values({ ...row, ...of, createdBy, createdAt });
    const after = await getComment(tenant, id);
    await recordChange(tx, tenant, "CREATE", "Comment", { after });
    await notifyMentioned(tx, tenant, after, mentions);
    return after;
  });

async function assertMembers(
  tenant: Tenant,
  record: CommentedRecord,
  mentions: string[],
): Promise<void> {
  const known = new Set([OWNERS, ...(await listPeople(tenant, record)).map(({ _id }) => _id)]);
  if (mentions.every((id) => known.has(id))) return;
  const message = "Only members who see the record can be mentioned";
  throw new Refusal("invalid", message, [{ path: "mentions", message }]);
}

async function assertFiles(
  tx: Write,
  tenant: Tenant,
  { entity, id }: CommentedRecord,
  files: string[],
): Promise<void> {
  if (files.length === 0) return;
  const isIts = and(eq(attachments.entity, entity), eq(attachments.entityId, id));
  const rows = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(forAgency(tenant, attachments, isIts, isNull(attachments.deletedAt)));
  const held = new Set(rows.map(({ id }) => id));
  if (files.every((file) => held.has(file))) return;
  const message = "Attach the file to the record first";
  throw new Refusal("invalid", message, [{ path: "files", message }]);
}

async function assertRoom(tx: Write, tenant: Tenant, { entity, id }: CommentedRecord) {
  const [held] = await tx
    .select({ count: count() })
    .from(comments)
    .where(forAgency(tenant, comments, hasRecord(entity, id)));
  if ((held?.count ?? 0) >= COMMENTS_MAX)
    throw new Refusal("conflict", `A record holds at most ${COMMENTS_MAX} comments`);
}

/** Notifies members once each, except the author. */
async function notifyMentioned(
  tx: Write,
  tenant: Tenant,
  comment: Comment,
  mentions: string[],
): Promise<void> {
  const people = await listPeople(tenant, comment);
  const owners = mentions.includes(OWNERS) ? listOwners(people, tenant.userId) : [];
  const mentioned = people.filter(({ _id }) => mentions.includes(_id) && _id !== tenant.userId);
  const facts = await readRecord(tx, tenant, comment);
  const label = `${facts.label.slice(0, 80)}, ${quoteText(comment.text)}`;
  for (const { _id } of new Set([...owners, ...mentioned])) {
    await notify(tx, tenant, {
      kind: "mention",
      name: comment.createdBy.name,
      label,
      link: threadLink({ ...comment, ...facts }),
      toUser: _id,
      byUser: tenant.userId,
      aboutId: comment._id,
    });
  }
}

/** Changes a comment within 15 minutes. @throws Refusal "missing", "forbidden", "invalid" */
export const changeComment = (tenant: Tenant, id: string, changes: object): Promise<Comment> =>
  writeTransaction(tenant, async (tx) => {
    const before = await getOwnComment(tenant, id);
    const { text, mentions: wanted } = parse(CommentChange, {
      text: before.text,
      mentions: before.mentions,
      ...changes,
    });
    if (!isEditable(before, Date.parse(nowFor(tenant))))
      throw new Refusal("forbidden", "A comment can be changed for 15 minutes");
    const isQuestion = before.question !== "none";
    const mentions = [...new Set([...wanted, ...(isQuestion ? [OWNERS] : [])])];
    await assertMembers(tenant, before, mentions);
    const editedAt = nowFor(tenant);
    await tx.update(comments).set({ text, mentions, editedAt }).where(isRow(tenant, id));
    const after = await getComment(tenant, id);
    await recordChange(tx, tenant, "UPDATE", "Comment", { before, after });
    const added = mentions.filter((one) => !before.mentions.includes(one));
    await notifyMentioned(tx, tenant, after, added);
    return after;
  });

/** Deletes a comment. The thread shows that there was one. @throws Refusal "missing", "forbidden" */
export const removeComment = (tenant: Tenant, id: string): Promise<void> =>
  writeTransaction(tenant, async (tx) => {
    const before = await getOwnComment(tenant, id);
    await tx
      .update(comments)
      .set({ deletedAt: nowFor(tenant) })
      .where(isRow(tenant, id));
    await recordChange(tx, tenant, "DELETE", "Comment", { before });
    await tx.run(sql`DELETE FROM notifications
      WHERE agency_id = ${tenant.agencyId} AND kind = 'mention' AND about_id = ${id}`);
  });

const isRow = (tenant: Tenant, id: string) => forAgency(tenant, comments, eq(comments.id, id));

async function getOwnComment(tenant: Tenant, id: string): Promise<Comment> {
  const comment = await getComment(tenant, id);
  const { createdBy } = comment;
  if (createdBy._id !== tenant.userId)
    throw new Refusal("forbidden", `Only ${createdBy.name} can change or delete this comment`);
  return comment;
}

/**
 * Marks the open questions of a record as answered.
 * @throws Refusal "missing"; "conflict" if none is open
 */
export const answerQuestions = (tenant: Tenant, record: CommentedRecord): Promise<Thread> =>
  writeTransaction(tenant, async (tx) => {
    const { items } = await getThread(tenant, record);
    const open = items.filter(({ question, isDeleted }) => question === "open" && !isDeleted);
    if (open.length === 0) throw new Refusal("conflict", "No question is open");
    for (const before of open) {
      const answered = { question: "answered" as const };
      await tx.update(comments).set(answered).where(isRow(tenant, before._id));
      const after = { ...before, ...answered };
      await recordChange(tx, tenant, "UPDATE", "Comment", { before, after });
    }
    return getThread(tenant, record);
  });

/** Lists the open questions of others to an owner, oldest first. Skips deleted records. */
export async function listOpenQuestions(tenant: Tenant): Promise<OpenQuestion[]> {
  const isOpen = and(eq(comments.question, "open"), isNull(comments.deletedAt));
  const isOfOther = ne(comments.createdBy, tenant.userId);
  const rows = await selectComments(tenant)
    .where(forAgency(tenant, comments, isOpen, isOfOther))
    .orderBy(asc(comments.id));
  const found: OpenQuestion[] = [];
  for (const { row, name } of rows) {
    const record = { entity: row.entity, id: row.entityId };
    const facts = await findRecord(tenant.books.read, tenant, record);
    if (facts) found.push({ name, text: row.text, link: threadLink({ ...record, ...facts }) });
  }
  return found;
}

interface Facts {
  label: string;
  date: CalendarDate | "";
  amount: Thread["record"]["amount"];
  account: string;
  statementId: string;
}

/** @throws Refusal "missing" with the record's own message; "forbidden" if the user may not see it */
async function readRecord(
  read: Pick<Read, "all">,
  tenant: Tenant,
  record: CommentedRecord,
): Promise<Facts> {
  assertCanSeeAttachments(tenant, record.entity);
  const facts = await findRecord(read, tenant, record);
  if (!facts) throw new Refusal("missing", `${HOLDER_NAMES[record.entity]} not found`);
  return facts;
}

async function findRecord(
  read: Pick<Read, "all">,
  tenant: Tenant,
  { entity, id }: CommentedRecord,
): Promise<Facts | undefined> {
  const [row] = await read.all<
    Omit<Facts, "amount" | "date"> & { date: CalendarDate | null; paise: Paise | null }
  >(sql`SELECT r.label, r.date, r.amount_paise AS paise,
      coalesce((SELECT name FROM accounts a
        WHERE a.agency_id = r.agency_id AND a.id = r.account_id), '') AS account,
      coalesce((SELECT max(statement_id) FROM statement_lines l
        WHERE l.agency_id = r.agency_id AND l.line_id = r.id), '') AS "statementId"
    FROM (${RECORDS[entity]}) r WHERE r.agency_id = ${tenant.agencyId} AND r.id = ${id}`);
  if (!row) return undefined;
  const { paise, date, ...rest } = row;
  const label = (entity === "line" && readNarration(row.label).party) || row.label;
  return { ...rest, label, date: date ?? "", amount: paise === null ? null : toRupees(paise) };
}
