import { useState } from "react";
import { isCalendarDate, today } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { fillPlaceholders, PLACEHOLDERS } from "../../domain/series/placeholders.ts";
import type { Series } from "../../domain/series/series.ts";
import { Additional } from "../invoices/Additional.tsx";
import type { Known } from "../invoices/FormData.tsx";
import { Items } from "../invoices/Items.tsx";
import { More, useMore } from "../invoices/More.tsx";
import { StateNames } from "../invoices/StateNames.tsx";
import { type Repeating, useInvoice, useLines } from "../invoices/useInvoice.ts";
import { rupeesText, toRows, type Values } from "../invoices/values.ts";
import { LinkButton } from "../ui/Button.tsx";
import { ChoiceField, partyChoices } from "../ui/ChoiceField.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Money } from "../ui/Money.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { layOutWarning } from "../ui/Warning.tsx";
import { Made } from "./Made.tsx";
import { NextDates } from "./NextDates.tsx";
import { Modes, ScheduleFields } from "./ScheduleFields.tsx";
import { SeriesActions } from "./SeriesActions.tsx";
import {
  defaultSchedule,
  FormOfInvoices,
  saveSeries,
  scheduleTexts,
  toSchedule,
} from "./schedule.ts";
import { saveLabel, toSeriesTitle } from "./words.ts";

interface Props extends Known {
  series?: Series | undefined;
  onChanged?: () => void;
}

/** The form of recurring invoices: an invoice and a schedule. */
export function SeriesForm({ series, onChanged, ...known }: Props) {
  const [repeating] = useState(() => toRepeating(series));
  const form = useInvoice({ ...known, noun: "invoice", series: repeating });
  const lines = useLines(form, form.usualTax);
  const more = useMore(form);
  const { field, values, client, place, totals, clients } = form;
  const { schedule } = values;
  const email = client && "email" in client ? client.email : undefined;
  const label = series ? "Save Recurring Invoice" : saveLabel(schedule, email);
  const save = { form, label, "aria-keyshortcuts": "Control+Enter" };
  return (
    <>
      <PageHead
        title={toSeriesTitle(series ? "Edit" : "New", "invoice")}
        back={{ href: "/series", label: "Back to Recurring" }}
      >
        {series && <SeriesActions series={series} onChanged={onChanged} />}
      </PageHead>
      <FormNotices form={form} />
      <form {...form.props} className="form-cols" inert={form.isClosed}>
        <div className="panel">
          <Section title="Invoice Information">
            <div className="grid-4">
              <ChoiceField
                kind="client"
                label="Client"
                required
                data-autofocus={!series || undefined}
                field={{ ...field("clientId"), change: form.chooseClient }}
                help={[client?.gstin, email].filter(Boolean).join(", ")}
                placeholder="Select a client..."
                options={partyChoices(clients)}
                onMade={form.addClient}
              />
              <TextField
                label="Due"
                inputMode="numeric"
                help="days after the invoice date; leave empty for no due date"
                field={field("schedule.dueDays")}
              />
              <TextField
                label="Place of Supply"
                list="states"
                placeholder={place.usualPlace}
                help={layOutWarning(place.warning, place.note)}
                field={field("placeOfSupply")}
              />
            </div>
            <More form={form} more={more} isNew={!series} />
            <StateNames />
          </Section>
          <Items form={form} lines={lines} hasUnits={more.isOpen}>
            <Placeholders text={values.items[0]?.description ?? ""} date={schedule.anchor} />
          </Items>
          <ScheduleFields texts={schedule} field={field} isNew={!series} />
          <Modes kind="invoice" field={field("schedule.mode")} email={email} />
          <Additional notes={field("notes")} terms={field("terms")} />
        </div>
        <div className="side-col is-last">
          <NextDates
            series={series}
            onChanged={onChanged}
            amountPaise={totals.grandTotalPaise}
            texts={schedule}
            noun="invoice"
          >
            <SubmitButton {...save} className="btn-lg btn-block" keyName="Ctrl ↵" />
            <LinkButton label="Cancel" className="btn-lg btn-block" href="/series" />
          </NextDates>
          {series && <Made series={series} onChanged={onChanged} />}
        </div>
        <section className="bar-phone" aria-label="Actions">
          <div className="bar-sum">
            <span className="small muted">Each</span>
            <strong>
              {Number.isSafeInteger(totals.grandTotalPaise) && (
                <Money amount={toRupees(totals.grandTotalPaise)} />
              )}
            </strong>
          </div>
          <SubmitButton {...save} />
        </section>
      </form>
    </>
  );
}

export function Placeholders({ text, date }: { text: string; date: string }) {
  const [known = "", ...others] = PLACEHOLDERS;
  const used = PLACEHOLDERS.find((one) => text.includes(one)) ?? known;
  const first = isCalendarDate(date) ? date : today();
  return (
    <p className="help mt-8">
      {`${used} becomes ${fillPlaceholders(used, first)} on the first date. You can also use ${[
        known,
        ...others,
      ]
        .filter((one) => one !== used)
        .join(", ")}.`}
    </p>
  );
}

function toRepeating(series: Series | undefined): Repeating {
  return {
    begun: series ? toFormValues(series) : { schedule: defaultSchedule("draft") },
    of: series?._id ?? "",
    schema: FormOfInvoices,
    read: (body, { schedule }) => ({ ...body, schedule: toSchedule(schedule) }),
    save: saveSeries("invoice", series),
  };
}

function toFormValues(series: Series): Partial<Values> {
  const { template } = series;
  if (!("items" in template)) return {};
  const { items, roundOff, exchangeRate, dueDays: _, kind, supply, ...texts } = template;
  return {
    ...texts,
    ...(kind && { kind }),
    ...(supply && { supply }),
    roundOff: rupeesText(roundOff),
    exchangeRate: exchangeRate > 0 ? String(exchangeRate) : "",
    items: toRows(items),
    schedule: scheduleTexts(series),
  };
}
