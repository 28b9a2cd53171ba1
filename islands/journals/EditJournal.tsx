import { useUrlQuery } from "../browser/urlQuery.ts";
import { JournalData } from "./JournalData.tsx";
import { JournalForm } from "./JournalForm.tsx";
import { createBlank, toValues } from "./values.ts";

export default function EditJournal() {
  const id = useUrlQuery() === null ? undefined : location.pathname.split("/")[2];
  return (
    <JournalData title="Edit Journal" id={id}>
      {(known) => (
        <JournalForm {...known} start={known.journal ? toValues(known.journal) : createBlank()} />
      )}
    </JournalData>
  );
}
