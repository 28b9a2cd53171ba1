import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import { lowerFirst } from "../../domain/names.ts";
import { type ReminderRules, ReminderRulesChange } from "../../domain/reminders/reminders.ts";
import {
  REMINDER_DAY_NAMES,
  REMINDER_DAYS,
  type ReminderDay,
} from "../../domain/reminders/schedule.ts";
import { PLACEHOLDERS } from "../../domain/reminders/texts.ts";
import { send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { NotesField, TextField } from "../ui/Field.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { SettingsForm } from "../ui/SettingsForm.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Coming } from "./Coming.tsx";

const TITLE = "Reminders";

export default function ReminderSettings() {
  return (
    <Allowed permission="set up reminders" title={TITLE}>
      <PageHead title={TITLE} />
      <Present />
    </Allowed>
  );
}

function Present() {
  const { data, failure, reload } = useFetch<ReminderRules>("/api/reminder-rules");
  const [turn, setTurn] = useState(0);
  if (data) {
    const onSaved = () => {
      reload();
      setTurn(turn + 1);
    };
    return (
      <>
        <Form key={JSON.stringify(data)} present={data} onSaved={onSaved} />
        <Coming key={turn} />
      </>
    );
  }
  const otherwise = "Failed to load reminders";
  if (!failure) return <Loading label={TITLE} text="Loading reminders..." />;
  return <FailedToLoad label={TITLE} failure={failure} otherwise={otherwise} onRetry={reload} />;
}

interface Line {
  days: ReminderDay;
  isOn: boolean;
  subject: string;
  text: string;
}

function Form({ present, onSaved }: { present: ReminderRules; onSaved(): void }) {
  const form = useAppForm({
    needs: "set up reminders",
    values: {
      isOn: present.isOn,
      rules: present.rules.map(({ days, isOn, subject, text }): Line => {
        return { days, isOn, subject, text };
      }),
    },
    schema: ReminderRulesChange,
    save: (body) => send("PUT", "/api/reminder-rules", body),
    onSaved: () => {
      showToast("success", "Reminders saved");
      onSaved();
    },
    otherwise: "Failed to save reminders",
  });
  const { values } = form;
  return (
    <SettingsForm form={form} notice="" reset="Cancel">
      <fieldset className="panel">
        <legend className="sr-only">Reminders</legend>
        <Section title="Remind by e-mail">
          <Checkbox
            name="isOn"
            label="Remind clients of amounts due"
            isOn={values.isOn}
            onChange={(isOn) => form.change("isOn", isOn)}
          />
          <p className="help mt-16">
            {"Each client gets at most one e-mail a day, Monday to Saturday, 10:00 to 18:00. " +
              "Paid invoices are skipped. "}
            {present.isOn && present.since
              ? `On since ${formatDate(present.since)}, sent in the name of ${present.savedBy?.name}.`
              : "Past reminders are not sent."}
          </p>
        </Section>
        <Section title="Schedule and wording">
          <p className="help">
            {`You can use: ${Object.entries(PLACEHOLDERS)
              .map(([name, what]) => `{${name}} ${lowerFirst(what)}`)
              .join(" · ")}. If it is empty, the standard text is sent.`}
          </p>
          <ul className="mt-12 line-above">
            {values.rules.map((rule, n) => (
              <Rule key={rule.days} form={form} n={n} />
            ))}
          </ul>
        </Section>
      </fieldset>
    </SettingsForm>
  );
}

type RulesForm = Pick<ReturnType<typeof useAppForm>, "change" | "errorAt"> & {
  values: { rules: Line[] };
};

function Rule({ form, n }: { form: RulesForm; n: number }) {
  const rule = form.values.rules[n];
  const days = REMINDER_DAYS[n];
  if (!rule || days === undefined) return null;
  const name = REMINDER_DAY_NAMES[days];
  const change = (to: Partial<Line>) =>
    form.change(
      "rules",
      form.values.rules.map((one, at) => (at === n ? { ...one, ...to } : one)),
    );
  const field = (part: "subject" | "text") => ({
    name: `rules.${n}.${part}`,
    value: rule[part],
    error: form.errorAt(`rules.${n}.${part}`),
    change: (text: string) => change({ [part]: text }),
    blur() {},
  });
  const isWrong = Boolean(field("subject").error || field("text").error);
  return (
    <li className="rule">
      <Checkbox
        name={`rules.${n}.isOn`}
        label={name}
        isOn={rule.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <details open={isWrong || undefined}>
        <summary aria-label={`Wording: ${name}`}>Wording</summary>
        <TextField label="Subject" field={field("subject")} />
        <NotesField label="Message" rows={9} field={field("text")} />
      </details>
    </li>
  );
}
