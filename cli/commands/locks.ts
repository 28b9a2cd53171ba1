import {
  type LockChange,
  type LockException,
  type LockedChange,
  LockedChangesQuery,
  type Locks,
  type ProfitEffect,
} from "../../domain/agencies/locks.ts";
import { describeActionInFull } from "../../domain/agencies/undo.ts";
import { formatDate, formatMoment, readDate, today } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { formatInr } from "../../domain/money.ts";
import { sendJson } from "../api.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { findUserId } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { askSecretly, readLine } from "../password.ts";
import { readDay } from "../range.ts";

const LOCKS = [
  ["lockedTo", "Books closed"],
  ["filedTo", "GST filed"],
  ["finalTo", "Final"],
] as const;

export async function showLocks(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const locks = await api.json<Locks>("/locks", "lockedTo");
  await output.result(locks, () => describeLocks(locks).join("\n"));
}

function describeLocks(locks: Locks): string[] {
  return [
    ...LOCKS.map(([key, name]) => {
      const setting = locks.set[key];
      const who = setting ? `  (${oneLine(setting.by.name)}, ${formatMoment(setting.at)})` : "";
      return `${name.padEnd(14)}${locks[key] ? `to ${formatDate(locks[key])}` : "-"}${who}`;
    }),
    ...locks.exceptions.map(describeException),
  ];
}

const describeException = ({ _id, user, until, reason }: LockException) =>
  oneLine(`Exception     ${user.name}, until ${formatMoment(until)}: ${reason}  ${_id}`);

export interface SetOptions extends GlobalOptions {
  to?: string;
  final?: string;
  reason?: string;
  passwordStdin?: boolean;
}

export async function setLocks(options: SetOptions): Promise<void> {
  const { to, final, reason } = options;
  if (to === undefined && final === undefined) {
    throw failUsage("no day is given", "add --to DAY or --final DAY");
  }
  const body: Partial<LockChange> = {
    ...(to !== undefined && { lockedTo: to === "none" ? "" : readDay("--to", to) }),
    ...(final !== undefined && { finalTo: readDay("--final", final) }),
    ...(reason !== undefined && { reason }),
    ...(final !== undefined && { password: await readPassword(options) }),
  };
  const { api, output } = open(options);
  const locks = await api.json<Locks>("/locks", "lockedTo", sendJson("PUT", body));
  await output.result(locks, () => describeLocks(locks).join("\n"));
}

const readPassword = ({ passwordStdin }: SetOptions) =>
  passwordStdin ? readLine() : askSecretly("Password", "pipe it in with --password-stdin");

export interface ExceptOptions extends GlobalOptions {
  until?: string;
  reason?: string;
}

const HOURS = 4;

export async function exceptMember(name: string, options: ExceptOptions): Promise<void> {
  const { until, reason } = options;
  if (!reason) throw failUsage("--reason is missing", "add a reason for the log");
  const at = until ? readMoment(until) : new Date(Date.now() + HOURS * 60 * 60_000);
  const { api, output } = open(options);
  const { answer } = await create<{ exception: LockException }>(
    api,
    { again: true },
    {
      command: "locks except",
      path: "/locks/exceptions",
      key: "exception",
      body: { userId: await findUserId(api, name), until: at.toISOString(), reason },
    },
  );
  const { exception } = answer;
  await output.result(answer, () => describeException(exception));
}

/** Parses `18:30` for today, or `2026-11-24 10:30`, in India's time. */
function readMoment(text: string): Date {
  const [, written, time = ""] = /^(?:(\S+)[ T])?(\d{1,2}:\d{2})$/.exec(text.trim()) ?? [];
  const day = written ? readDate(written) : today();
  const moment = new Date(`${day}T${time.padStart(5, "0")}:00+05:30`);
  if (time && day && !Number.isNaN(moment.getTime())) return moment;
  throw failUsage(`--until ${text} is not a time`, "write 18:30, or 2026-11-24 10:30");
}

export async function endException(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<{ message: string }>(
    `/locks/exceptions/${encodeURIComponent(id)}`,
    "message",
    { method: "DELETE", advice: { 404: "see bahi locks" } },
  );
  await output.result(answer, () => answer.message);
}

export const LOCKED_CHANGE: Noun<LockedChange, Changes> = {
  path: "/locks/changes",
  filters: findFields(LockedChangesQuery),
  columns: [
    { title: "When", text: ({ at }) => formatMoment(at) },
    { title: "Who", text: ({ userId: { name } }) => oneLine(name), minWidth: 6, dropOrder: 1 },
    { title: "What", text: (change) => oneLine(describeActionInFull(change)), minWidth: 12 },
    {
      title: "How",
      text: ({ exception }) =>
        exception ? `exception by ${oneLine(exception.createdBy.name)}` : "lock moved back",
      dropOrder: 2,
    },
    { title: "Id", text: ({ _id }) => _id, dropOrder: 3 },
  ],
  sum: (list) => ` in closed books${describeEffect(list)}`,
};

interface Changes {
  effectOnProfit: ProfitEffect | null;
  total: number;
}

/** Describes the total effect on profit; "" if it is unknown. */
function describeEffect({ total, effectOnProfit }: Changes): string {
  if (total === 0 || !effectOnProfit) return "";
  const { amount, dateFrom } = effectOnProfit;
  const from = dateFrom && ` from ${formatDate(dateFrom)} on`;
  return `; effect on profit of closed months${from} ${amount > 0 ? "+" : ""}${formatInr(amount)}`;
}
