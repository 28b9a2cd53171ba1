import { formatDate, today } from "../../domain/dates.ts";
import type { Basis } from "../../domain/ledger/journals.ts";
import { monthAfter, toFirstOfMonth } from "../../domain/months.ts";
import { LinkButton } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PageHead } from "../ui/Page.tsx";
import { Lines } from "./Lines.tsx";
import { type JournalProps, useJournal } from "./useJournal.ts";
import { BASIS_WORDS } from "./words.ts";

const BASES = Object.entries(BASIS_WORDS) as [Basis, string][];
const MEANT: Record<string, string> = {
  both: "Counts in profit and loss on both bases, like depreciation",
  accrual: "Left out of profit and loss on the cash basis, like provisions and prepaid costs",
};

/** The form of an entry that moves no money. */
export function JournalForm(props: JournalProps) {
  const { journal } = props;
  const form = useJournal(props);
  const { field, values } = form;
  const nextFirst = toFirstOfMonth(monthAfter(values.date.slice(0, 7) || today()));
  const back = journal ? `/journals/${journal._id}` : "/journals";
  const save = { form, label: journal ? "Update Journal" : "Save Journal" };
  return (
    <>
      <PageHead
        title={journal ? "Edit Journal" : "New Journal"}
        back={{ href: back, label: "Back" }}
      />
      <FormNotices form={form} />
      <form {...form.props} className="panel journal-form">
        <section className="section journal-about grid gap-4-16" aria-label="About">
          <DateField label="Date" required field={field("date")} />
          <DateField
            label="Reverses on"
            blank="Never"
            help={`Posts a reversal, often on ${formatDate(nextFirst)}`}
            field={field("reversesOn")}
          />
          <SelectField
            label="Basis"
            options={BASES}
            help={MEANT[values.basis]}
            field={field("basis")}
          />
          <TextField
            label="Reason"
            required
            data-autofocus={!journal || undefined}
            help="What the entry is for; shown in the audit log and to your accountant"
            field={field("reason")}
          />
        </section>
        <Lines form={form} />
        <div className="form-foot">
          <LinkButton label="Cancel" href={back} />
          <SubmitButton
            {...save}
            className="spring"
            aria-keyshortcuts="Control+Enter"
            keyName="Ctrl ↵"
          />
        </div>
      </form>
    </>
  );
}
