import { today } from "../../domain/dates.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { JournalData } from "./JournalData.tsx";
import { JournalForm } from "./JournalForm.tsx";
import { createBlank, toValues } from "./values.ts";

/** Creates a journal, blank or as a copy of another: `of=ID`. */
export default function NewJournal() {
  const search = useUrlQuery();
  const of = search === null ? undefined : (new URLSearchParams(search).get("of") ?? "");
  return (
    <JournalData title="New Journal" id={of}>
      {({ journal, ...known }) => {
        const start = journal
          ? { ...toValues(journal), date: today(), reversesOn: "" }
          : createBlank();
        return <JournalForm {...known} start={start} of={of ?? ""} />;
      }}
    </JournalData>
  );
}
