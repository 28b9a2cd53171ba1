import type { Account } from "../../domain/ledger/accounts.ts";
import { CATEGORY_TYPES, type Category, listBookable } from "../../domain/ledger/categories.ts";
import type { Paise } from "../../domain/money.ts";
import type { Series } from "../../domain/series/series.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { rupeesText } from "../invoices/values.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { ChoiceField, namedChoices } from "../ui/ChoiceField.tsx";
import { NotesField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { useAppForm } from "../ui/useAppForm.ts";
import { useWillWait } from "../ui/waiting.ts";
import { Made } from "./Made.tsx";
import { NextDates } from "./NextDates.tsx";
import { Modes, ScheduleFields } from "./ScheduleFields.tsx";
import { SeriesActions } from "./SeriesActions.tsx";
import { Placeholders } from "./SeriesForm.tsx";
import {
  defaultSchedule,
  FormOfTransactions,
  saveSeries,
  scheduleTexts,
  toSchedule,
} from "./schedule.ts";
import { toSeriesTitle } from "./words.ts";

const LIST = "/series?kind=transaction";

interface Props {
  series?: Series;
  onChanged?: () => void;
}

/** The form of recurring income or expenses, such as rent, a subscription or interest. */
export function MoneyForm({ series, onChanged }: Props) {
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const form = useAppForm({
    values: toFormValues(series),
    schema: FormOfTransactions,
    read: ({ amount, schedule, ...texts }) => ({
      ...texts,
      amount: readRupees(amount),
      schedule: toSchedule(schedule),
    }),
    draft: series ? undefined : { noun: "series of money" },
    save: saveSeries("transaction", series),
    onSaved: () => leaveFor(() => location.assign(LIST)),
    otherwise: "Error saving recurring entry",
  });
  const { field, values, change } = form;
  const { type, schedule } = values;
  const willWait = useWillWait();
  const ofType = categories.data && listBookable(categories.data.categories, type);
  const save = { form, label: "Save Recurring Entry", "aria-keyshortcuts": "Control+Enter" };
  return (
    <>
      <PageHead
        title={toSeriesTitle(series ? "Edit" : "New", "transaction")}
        back={{ href: LIST, label: "Back to Recurring" }}
      >
        {series && <SeriesActions series={series} onChanged={onChanged} />}
      </PageHead>
      <FormNotices form={form} />
      <form {...form.props} className="form-cols" inert={form.isClosed}>
        <div className="panel">
          <Section title="Transaction">
            <SegmentedControl
              label="Type"
              className="mb-12"
              choices={CATEGORY_TYPES.map((choice) => [choice as string, choice])}
              chosen={type}
              onChoose={(choice) => {
                change("type", choice);
                change("categoryId", "");
              }}
            />
            <div className="grid-2 keep">
              <TextField label="Description" required field={field("description")} />
              <AmountField
                label="Amount"
                required
                noteOf={type === "Expense" ? willWait : undefined}
                field={field("amount")}
              />
              <ChoiceField
                kind="account"
                label="Account"
                required
                source={accounts}
                options={namedChoices(
                  (accounts.data?.accounts ?? []).filter((one) => one.isActive),
                )}
                field={field("accountId")}
                onMade={accounts.reload}
              />
              <ChoiceField
                key={type}
                kind="category"
                type={type as "Expense" | "Income"}
                label="Category"
                required
                source={categories}
                options={namedChoices(ofType ?? [])}
                field={field("categoryId")}
                onMade={categories.reload}
              />
            </div>
            <NotesField label="Notes" field={field("notes")} />
            <Placeholders text={values.description} date={schedule.anchor} />
          </Section>
          <ScheduleFields texts={schedule} field={field} isNew={!series} />
          <Modes kind="transaction" field={field("schedule.mode")} />
        </div>
        <div className="side-col is-last">
          <NextDates
            series={series}
            onChanged={onChanged}
            texts={schedule}
            amountPaise={readTypedAmount(values.amount) ?? (0 as Paise)}
            noun="transaction"
          >
            <SubmitButton {...save} className="btn-lg btn-block" keyName="Ctrl ↵" />
            <LinkButton label="Cancel" className="btn-lg btn-block" href={LIST} />
          </NextDates>
          {series && <Made series={series} onChanged={onChanged} />}
        </div>
        <section className="bar-phone" aria-label="Actions">
          <SubmitButton {...save} />
        </section>
      </form>
    </>
  );
}

function toFormValues(series: Series | undefined) {
  const blank = { description: "", accountId: "", categoryId: "", notes: "", amount: "" };
  if (!series || !("amount" in series.template)) {
    return { ...blank, type: "Expense" as string, schedule: defaultSchedule("issue") };
  }
  const { amount, ...texts } = series.template;
  return {
    ...blank,
    ...texts,
    type: texts.type as string,
    amount: rupeesText(amount),
    schedule: scheduleTexts(series),
  };
}
