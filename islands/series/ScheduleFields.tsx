import { futureWarning, isCalendarDate, today } from "../../domain/dates.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { listDatesFrom, UNITS } from "../../domain/series/schedule.ts";
import { MODE_NAMES, MODES, type SeriesKind } from "../../domain/series/series.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { ScheduleTexts } from "../invoices/values.ts";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { Section } from "../ui/Page.tsx";
import { Warning } from "../ui/Warning.tsx";
import { isOfMonths, readSchedule } from "./schedule.ts";

type Name = Exclude<keyof ScheduleTexts, "dueDays">;

interface Props {
  texts: ScheduleTexts;
  field(name: `schedule.${Name}`): FormField;
  isNew: boolean;
}

const UNIT_NAMES = UNITS.map((unit) => [unit, unit] as const);
const ENDS = [
  ["never", "never"],
  ["date", "on a date"],
  ["after", "after a number of times"],
] as const;
const ON = [
  ["day", "the day of the start date"],
  ["last", "the last day of the month"],
] as const;

export function ScheduleFields({ texts, field, isNew }: Props) {
  const { ends } = texts;
  return (
    <Section title="Repeats">
      <div className="repeat flex wrap items-start gap-8-12">
        <div className="first">
          <DateField label="First" required field={field("schedule.anchor")} />
        </div>
        <div className="every">
          <TextField
            label="Every"
            inputMode="numeric"
            className="num"
            field={field("schedule.every")}
          />
        </div>
        <div className="unit">
          <SelectField label="Unit" options={UNIT_NAMES} field={field("schedule.unit")} />
        </div>
        {isOfMonths(texts) && (
          <div className="on">
            <SelectField label="On" options={ON} field={field("schedule.on")} />
          </div>
        )}
        <div className="ends">
          <SelectField label="Ends" options={ENDS} field={field("schedule.ends")} />
        </div>
        {ends === "date" && (
          <div className="first">
            <DateField label="Last day" field={field("schedule.endDate")} />
          </div>
        )}
        {ends === "after" && (
          <div className="every">
            <TextField
              label="Dates"
              inputMode="numeric"
              className="num"
              field={field("schedule.endAfter")}
            />
          </div>
        )}
      </div>
      <Hints texts={texts} isNew={isNew} />
    </Section>
  );
}

/** Warnings about a schedule that is accepted. */
function Hints({ texts, isNew }: Pick<Props, "isNew" | "texts">) {
  const schedule = readSchedule(texts);
  if (!schedule || !isCalendarDate(texts.anchor)) return null;
  const { anchor, unit, lastDay } = schedule;
  // An edited series continues from today. Only a new one creates past dates.
  const past = !isNew
    ? 0
    : listDatesFrom(schedule, anchor, 61).filter((date) => date < today()).length;
  const isShort = unit === "month" && !lastDay && Number(anchor.slice(8)) > 28;
  return (
    <>
      {past > 0 && !futureWarning(anchor, today()) && (
        <p className="help mt-4">
          <Warning>{pastText(past)}</Warning>
        </p>
      )}
      {isShort && (
        <p className="help mt-4">
          {`On the ${Number(anchor.slice(8))}th; in shorter months, on the last day`.replace(
            "31th",
            "31st",
          )}
        </p>
      )}
    </>
  );
}

function pastText(past: number): string {
  if (past === 1) return "1 date is in the past and will be created now";
  const how = past > 3 ? "will be created now as drafts" : "will be created now";
  return `${past > 60 ? "More than 60" : past} dates are in the past and ${how}`;
}

const HELP: Record<SeriesKind, [string, string, string]> = {
  invoice: [
    "Review and send it yourself.",
    "Numbered and recorded automatically, not e-mailed.",
    "E-mailed to the client.",
  ],
  transaction: ["Review and record it yourself.", "Recorded automatically.", ""],
};

interface ModesProps {
  kind: SeriesKind;
  field: FormField;
  /** The client's; "" for none, undefined without a client. */
  email?: string | undefined;
}

/** The action on each date. */
export function Modes({ kind, field, email }: ModesProps) {
  const modes = kind === "invoice" ? MODES : MODES.slice(0, 2);
  const isSent = field.value === "issue_and_send";
  const mail = useFetch<MailSettings>(isSent ? "/api/mail-settings" : null).data;
  const why =
    mail?.source === "none" ? "E-mail is not set up" : email === "" && "The client has no e-mail";
  return (
    <Section title="On each date">
      <div className="modes grid cols-3 gap-8" role="radiogroup" aria-label="On each date">
        {modes.map((mode, n) => (
          <label className="mode grid packed p-12 framed-strong round-8 pointer text-13" key={mode}>
            <input
              type="radio"
              name={field.name}
              value={mode}
              checked={field.value === mode}
              onChange={() => field.change(mode)}
            />
            <span className="strong">{MODE_NAMES[kind][mode]}</span>
            <span className="help">
              {mode === "issue_and_send" && email ? `E-mailed to ${email}.` : HELP[kind][n]}
            </span>
          </label>
        ))}
      </div>
      {isSent && why && (
        <p className="help mt-4">
          <Warning>{`${why}; it will be saved as a draft`}</Warning>
        </p>
      )}
    </Section>
  );
}
