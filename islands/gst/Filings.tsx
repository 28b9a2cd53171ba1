import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { formatWeekday } from "../../domain/dates.ts";
import type { Filing, GstPeriod } from "../../domain/gst/returns/filings.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { returnName, saveGst } from "./words.tsx";

interface Props {
  data: GstPeriod;
  onChanged(): void;
}

/** The filed returns, and whether their data has changed since. */
export function Filings({ data, onChanged }: Props) {
  const [toUndo, setToUndo] = useState<Filing>();
  return (
    <>
      {data.filings.map((filing) => (
        <Filed key={filing._id} data={data} filing={filing} onUndo={() => setToUndo(filing)} />
      ))}
      {toUndo && (
        <ConfirmDelete
          title="Undo filing"
          verb="Undo filing"
          run={() => send("DELETE", `/api/gst/${data.period}/filed?return=${toUndo.return}`)}
          success={`${returnName(toUndo.return)} reopened`}
          otherwise="Failed to undo the filing"
          onChanged={onChanged}
          onClose={() => setToUndo(undefined)}
        >
          <p>{`${returnName(toUndo.return)} for ${data.name} will be marked as not filed.`}</p>
          <p>bahi deletes its saved copy of the file. Nothing changes on the portal.</p>
        </ConfirmDelete>
      )}
    </>
  );
}

const SINCE = ["LATE_DOCUMENT", "CHANGED_AFTER_FILING"];

function Filed({ data, filing, onUndo }: { data: GstPeriod; filing: Filing; onUndo(): void }) {
  const { period, preflight, name } = data;
  const file = filing.return === "GSTR3B" ? "gstr3b.json" : "gstr1.json";
  const [isSaving, save] = useBusy(() => saveGst(`${period}/${file}`, "application/json"));
  const since = preflight.filter(({ code }) => SINCE.includes(code)).length;
  const changes = `${pluralize(since, "document")} added late or changed since.`;
  const isOfDocuments = filing.return !== "GSTR3B";
  return (
    <section
      className="card filed-card row wrap gap-4-16 mb-16 p-12-16 text-13"
      aria-label={`${returnName(filing.return)}, filed`}
    >
      <Icon name="circle-check" />
      <span>
        <strong className="strong">{`${returnName(filing.return)} for ${name} is filed.`}</strong>
        {` ARN ${filing.arn}, ${formatWeekday(filing.date)}, by ${filing.createdBy.fullName}.`}
        {isOfDocuments && ` ${since === 0 ? "No changes since." : changes}`}
      </span>
      <span className="flex gap-16 spring">
        <Button look="link" label="JSON as filed" isBusy={isSaving} onClick={save} />
        {can("undo filings") && <Button look="link" label="Undo filing" onClick={onUndo} />}
      </span>
    </section>
  );
}
