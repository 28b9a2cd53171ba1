import { formatDate, formatMoment, formatWeekday } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import {
  type ComingReminder,
  type Reminder,
  type ReminderPreview,
  ReminderQuery,
  type ReminderRules,
  type RemindState,
} from "../../domain/reminders/reminders.ts";
import { REMINDER_DAY_NAMES, REMINDER_DAYS } from "../../domain/reminders/schedule.ts";
import { sendJson } from "../api.ts";
import { failUsage } from "../failure.ts";
import { findDocument } from "../find.ts";
import { printList } from "../listing.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";

export const REMINDER: Noun<Reminder> = {
  filters: findFields(ReminderQuery),
  columns: [
    { title: "Created", text: ({ at }) => formatMoment(at) },
    { title: "Invoice", text: ({ invoice }) => invoice.number },
    { title: "Client", text: ({ client }) => oneLine(client.name), minWidth: 8, dropOrder: 1 },
    { title: "Rule", text: ({ days }) => REMINDER_DAY_NAMES[days] },
    { title: "To", text: ({ to }) => to, minWidth: 10, dropOrder: 2 },
    { title: "State", text: ({ state }) => state.replace("_", " ") },
    { title: "Reply", text: ({ answer }) => oneLine(answer), minWidth: 10, dropOrder: 3 },
  ],
};

const OFF = "Reminders are off; switch them on with bahi reminders rules --switch on";

const COMING: Column<ComingReminder>[] = [
  { title: "Day", text: ({ date }) => formatWeekday(date) },
  { title: "Client", text: ({ client }) => oneLine(client.name), minWidth: 8, dropOrder: 1 },
  {
    title: "To",
    text: ({ to }) => to || "no address: will not be sent",
    minWidth: 10,
    dropOrder: 2,
  },
  { title: "Rule", text: ({ days }) => REMINDER_DAY_NAMES[days] },
  {
    title: "Invoices",
    text: ({ invoices }) => invoices.map(({ number }) => number).join(" "),
    minWidth: 16,
    dropOrder: 3,
  },
  rupeesColumn("Owed", ({ total }) => total),
];

export interface PreviewOptions extends GlobalOptions {
  days?: string;
}

export async function previewReminders(options: PreviewOptions): Promise<void> {
  const { api } = open(options);
  const { days } = options;
  const path = "/reminders/preview";
  const answer = await api.json<ReminderPreview>(path, "coming", { query: { days } });
  const footer = () =>
    answer.isOn
      ? `${count(answer.coming.length, "e-mail")} until ${formatDate(answer.until)}`
      : OFF;
  await printList(answer, answer.coming, COMING, options, footer);
}

export interface RulesOptions extends GlobalOptions {
  switch?: string;
  rule?: string;
}

export async function reminderRules(options: RulesOptions): Promise<void> {
  const change = toRulesChange(options);
  const { api, output } = open(options);
  const call = change && sendJson("PUT", change);
  const answer = await api.json<ReminderRules>("/reminder-rules", "rules", call ?? {});
  await output.result(answer, () => {
    const { isOn, since, savedBy, rules } = answer;
    const head =
      isOn && since
        ? `Reminders have been on since ${formatDate(since)}, in the name of ${oneLine(savedBy?.name ?? "")}`
        : OFF;
    const lines = rules.map((rule) => {
      const own = rule.isUsual ? "" : ", with your own text";
      return `  ${REMINDER_DAY_NAMES[rule.days]}: ${rule.isOn ? "on" : "off"}${own}`;
    });
    return [head, ...lines].join("\n");
  });
}

function toRulesChange({ switch: to, rule }: RulesOptions) {
  if (to === undefined && rule === undefined) return undefined;
  const [, days, isOn] = /^(-?\d+)=(on|off)$/.exec(rule ?? "") ?? [];
  const known = REMINDER_DAYS.find((one) => one === Number(days));
  if (to !== undefined && to !== "on" && to !== "off") {
    throw failUsage(`--switch ${to} is not known`, "write on or off");
  }
  if (rule !== undefined && (days === undefined || known === undefined)) {
    throw failUsage(
      `--rule ${rule} is not known`,
      `use one of ${REMINDER_DAYS.join(", ")} as 30=on`,
    );
  }
  return {
    ...(to !== undefined && { isOn: to === "on" }),
    ...(known !== undefined && { rules: [{ days: known, isOn: isOn === "on" }] }),
  };
}

export async function runReminders(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const call = { method: "POST" as const };
  const answer = await api.json<{ made: number }>("/reminders/run", "made", call);
  const { isOn } = await api.json<ReminderRules>("/reminder-rules", "rules");
  const none = isOn
    ? "No reminders are due now; they are sent from 10:00 to 18:00 in India, Monday to Saturday"
    : OFF;
  await output.result(answer, () =>
    answer.made > 0 ? `${count(answer.made, "e-mail")} added to the outbox` : none,
  );
}

/** Turns reminders for an invoice off or on. */
export async function changeRemind(
  typed: string,
  remind: boolean,
  options: GlobalOptions,
): Promise<void> {
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, "invoice", typed);
  const answer = await api.json<RemindState>(
    `/reminders/invoices/${_id}`,
    "remind",
    sendJson("PUT", { remind }),
  );
  await output.result(answer, () =>
    answer.remind ? `${number} gets reminders` : `${number} is excluded from reminders`,
  );
}
