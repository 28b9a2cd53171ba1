import { pluralize } from "../../domain/counts.ts";
import { formatRange, today } from "../../domain/dates.ts";
import { type FiledReturn, type GstPeriod, NewFiling } from "../../domain/gst/returns/filings.ts";
import { parsePeriod } from "../../domain/gst/returns/periods.ts";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { returnName } from "./words.tsx";

interface Props {
  data: GstPeriod;
  which: FiledReturn;
  onChanged(): void;
  onClose(): void;
}

/** Records that a return was filed. Nothing is filed from here. */
export function FileReturn({ data, which, onChanged, onClose }: Props) {
  const { period, name, preflight, filing } = data;
  const what = `${returnName(which)} for ${name}`;
  const form = useAppForm({
    needs: "nothing",
    values: { return: which as FiledReturn, arn: "", date: today() },
    schema: NewFiling,
    save: saveTo(`/api/gst/${period}/filed`),
    onSaved: afterSave(`${what} is marked as filed`, { onSaved: onChanged, onClose }),
    otherwise: "Failed to mark it as filed",
    onFailure: onChanged,
  });
  const errors = preflight.filter(({ level }) => level === "ERROR").length;
  const range = parsePeriod(period, filing);
  return (
    <FormDialog title={`Mark ${what} as filed`} verb="Mark as filed" form={form} onClose={onClose}>
      {errors > 0 && which !== "GSTR3B" && (
        <p className="notice">{`The check found ${pluralize(errors, "error")}. Did you file anyway?`}</p>
      )}
      <div className="grid-2 keep">
        <TextField
          label="ARN"
          required
          autoFocus
          placeholder="AA2710260012345"
          field={form.field("arn")}
        />
        <DateField label="Filed on" required field={form.field("date")} />
      </div>
      <ul className="what">
        <li>bahi keeps the file and its list of documents.</li>
        {which !== "GSTR3B" && range && (
          <li>{`From now on, bahi flags anything added or changed for ${formatRange(range)}.`}</li>
        )}
        <li>Later corrections need a credit note, a debit note or GSTR-1A.</li>
      </ul>
    </FormDialog>
  );
}
