import { formatWeekday } from "../../domain/dates.ts";
import type { InvoiceReminders } from "../../domain/reminders/reminders.ts";
import { REMINDER_DAY_NAMES } from "../../domain/reminders/schedule.ts";
import { Checkbox } from "../ui/Checkbox.tsx";

interface Props extends Pick<InvoiceReminders, "coming" | "remind" | "why"> {
  onChange(isOn: boolean): void;
}

/** Chooses whether the client gets reminders for an invoice, and shows their dates. */
export function RemindIt({ remind, coming, why, onChange }: Props) {
  return (
    <div>
      <Checkbox name="remind" label="Remind while unpaid" isOn={remind} onChange={onChange} />
      {remind && coming.length === 0 && <p className="help">{why}</p>}
      {remind && coming.length > 0 && (
        <ul className="remind-days grid gap-8 mt-8">
          {coming.map(({ date, days }) => (
            <li className="grid p-8 framed round-6 small" key={days}>
              <span className="strong">{REMINDER_DAY_NAMES[days]}</span>
              <span className="muted num">{formatWeekday(date)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
