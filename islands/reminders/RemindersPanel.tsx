import { useId, useState } from "react";
import { formatWeekday } from "../../domain/dates.ts";
import type {
  InvoiceReminders,
  RemindHolder,
  RemindState,
} from "../../domain/reminders/reminders.ts";
import { REMINDER_DAY_NAMES } from "../../domain/reminders/schedule.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { toStatePill } from "./words.ts";

/** An invoice's reminders, sent and planned, with a switch. Nothing if reminders were never on. */
export function RemindersPanel({ id }: { id: string }) {
  const title = useId();
  const { data, reload } = useFetch<InvoiceReminders>(`/api/reminders/invoices/${id}`);
  if (!data || (!data.isOn && data.sent.length === 0)) return null;
  const { next, why, sent } = data;
  return (
    <section className="panel sent" aria-labelledby={title}>
      <div className="panel-head">
        <h2 id={title}>Reminders</h2>
        {can("set up reminders") && (
          <a className="spring small" href="/settings/reminders">
            Rules
          </a>
        )}
      </div>
      <ul>
        <li className="entry">
          <Icon name="calendar" />
          <div>
            <div className="strong">
              {next ? `Next on ${formatWeekday(next.date)}` : "No reminder scheduled"}
            </div>
            <p className="entry-state">
              {next ? `${REMINDER_DAY_NAMES[next.days]}, unless paid first` : why}
            </p>
            <RemindTick entity="invoice" id={id} state={data} onChanged={reload} />
          </div>
        </li>
        {sent.map((one) => {
          const { label, className } = toStatePill(one);
          return (
            <li className="entry" key={one._id}>
              <Icon name="mail" />
              <div>
                <div className="strong">{REMINDER_DAY_NAMES[one.days]}</div>
                <p className="entry-state">
                  <span className={`pill dot ${className}`}>{label}</span>
                  {one.state !== "handed_over" && one.answer && <span>{one.answer}</span>}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The switch of a client. Nothing if reminders are off. */
export function ClientRemind({ id }: { id: string }) {
  const { data, reload } = useFetch<RemindState>(`/api/reminders/clients/${id}`);
  if (!data?.isOn) return null;
  return (
    <section aria-labelledby="reminders">
      <h3 id="reminders">Reminders</h3>
      <RemindTick entity="client" id={id} state={data} onChanged={reload} />
    </section>
  );
}

interface TickProps {
  entity: RemindHolder;
  id: string;
  state: RemindState;
  onChanged(): void;
}

const LABELS = {
  client: "Send reminders to this client",
  invoice: "Send reminders for this invoice",
};

function RemindTick({ entity, id, state, onChanged }: TickProps) {
  const [remind, setRemind] = useState(state.remind);
  const [, change] = useBusy(async () => {
    try {
      await send("PUT", `/api/reminders/${entity}s/${id}`, { remind: !remind });
      setRemind(!remind);
      onChanged();
    } catch (failure) {
      toastError("Failed to change reminders")(failure);
    }
  });
  if (!can("enter books")) return <p className="small">{remind ? "On" : "Skipped"}</p>;
  return <Checkbox name="remind" label={LABELS[entity]} isOn={remind} onChange={change} />;
}
