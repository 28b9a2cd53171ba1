import { eq } from "drizzle-orm";
import { type CalendarDate, pickLater, today } from "../../domain/dates.ts";
import type { MailServer } from "../../domain/mail/settings.ts";
import type { ReminderRules, ReminderRulesChange } from "../../domain/reminders/reminders.ts";
import {
  REMINDER_DAYS,
  type ReminderDay,
  type RuleTimes,
} from "../../domain/reminders/schedule.ts";
import { USUAL_WORDS, type Words } from "../../domain/reminders/texts.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { getMailSender } from "../mail/enqueue.ts";
import { users } from "../schema/agencies.ts";
import { reminderRules, reminderSettings } from "../schema/reminders.ts";

type From = Pick<Write, "select">;
type Who = Pick<Tenant, "agencyId">;

/** The rules that are on by default, once reminders are on. */
const ON_AT_FIRST: readonly ReminderDay[] = [0, 7, 15];

/** An active rule with its texts. */
export type RuleInUse = RuleTimes & Words;

interface Stored {
  settings: typeof reminderSettings.$inferSelect | undefined;
  rules: (RuleInUse & { isUsual: boolean })[];
}

async function read(from: From, who: Who): Promise<Stored> {
  const [settings] = await from
    .select()
    .from(reminderSettings)
    .where(forAgency(who, reminderSettings));
  const rows = await from.select().from(reminderRules).where(forAgency(who, reminderRules));
  const rules = REMINDER_DAYS.map((days) => {
    const row = rows.find((one) => one.days === days);
    const usual = USUAL_WORDS[days];
    return {
      days,
      isOn: row?.isOn ?? ON_AT_FIRST.includes(days),
      since: pickLater(row?.since ?? "", settings?.since ?? ""),
      subject: row?.subject || usual.subject,
      text: row?.text || usual.text,
      isUsual: !row?.subject && !row?.text,
    };
  });
  return { settings, rules };
}

/** Returns the active rules and their user; undefined while the agency's reminders are off. */
export async function readRulesInUse(
  from: From,
  who: Who,
): Promise<{ rules: RuleInUse[]; savedBy: string } | undefined> {
  const { settings, rules } = await read(from, who);
  if (!settings?.isOn) return undefined;
  return { rules: rules.filter(({ isOn }) => isOn), savedBy: settings.savedBy };
}

export async function getReminderRules(tenant: Tenant): Promise<ReminderRules> {
  const from = tenant.books.read;
  const { settings, rules } = await read(from, tenant);
  const [saver] = settings
    ? await from
        .select({ _id: users.id, name: users.name })
        .from(users)
        .where(forAgency(tenant, users, eq(users.id, settings.savedBy)))
    : [];
  return {
    isOn: settings?.isOn ?? false,
    since: settings?.isOn ? settings.since : null,
    savedBy: saver ?? null,
    rules: rules.map(({ since: _, ...rule }) => rule),
  };
}

/**
 * Changes the given fields. A rule applies from the day it is switched on: earlier due days are skipped.
 * @throws Refusal "conflict" that names SMTP_URL, if reminders are switched on without a mail server
 */
export function changeReminderRules(
  tenant: Tenant,
  change: ReminderRulesChange,
  server: MailServer,
  day: CalendarDate = today(),
): Promise<ReminderRules> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getReminderRules(tenant);
    if (change.isOn && !before.isOn) await getMailSender(tx, tenant, server);
    const { settings, rules } = await read(tx, tenant);
    const isOn = change.isOn ?? settings?.isOn ?? false;
    const isNew = isOn && !settings?.isOn;
    const set = { isOn, since: isNew ? day : (settings?.since ?? ""), savedBy: tenant.userId };
    await tx
      .insert(reminderSettings)
      .values({ agencyId: tenant.agencyId, ...set })
      .onConflictDoUpdate({ target: reminderSettings.agencyId, set });
    for (const { days, ...to } of change.rules) {
      const now = rules.find((rule) => rule.days === days);
      if (now) await changeRule(tx, tenant, now, to, day);
    }
    const after = await getReminderRules(tenant);
    await recordChange(tx, tenant, "UPDATE", "ReminderRules", { before, after });
    return after;
  });
}

async function changeRule(
  tx: Write,
  { agencyId }: Tenant,
  now: Stored["rules"][number],
  to: Omit<ReminderRulesChange["rules"][number], "days">,
  day: CalendarDate,
): Promise<void> {
  const usual = USUAL_WORDS[now.days];
  const toStoredWord = (word: keyof Words) => {
    const given = to[word] ?? now[word];
    return given === usual[word] ? "" : given;
  };
  const isOn = to.isOn ?? now.isOn;
  const since = isOn && !now.isOn ? day : now.since;
  const set = { isOn, since, subject: toStoredWord("subject"), text: toStoredWord("text") };
  await tx
    .insert(reminderRules)
    .values({ agencyId, days: now.days, ...set })
    .onConflictDoUpdate({ target: [reminderRules.agencyId, reminderRules.days], set });
}
