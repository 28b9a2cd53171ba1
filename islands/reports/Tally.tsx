import { formatMore } from "../../domain/counts.ts";
import { formatDate, toPresetRange } from "../../domain/dates.ts";
import { monthAfter, monthName } from "../../domain/months.ts";
import type { TallyLedger } from "../../domain/tally/list.ts";
import type { Offer } from "../../domain/tally/offers.ts";
import { formatTypeCounts, type TallyPreview } from "../../domain/tally/tally.ts";
import { upload } from "../browser/upload.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { SelectField } from "../ui/Field.tsx";
import { FileDrop } from "../ui/FileDrop.tsx";
import { filterField } from "../ui/filters.tsx";
import { PageHead } from "../ui/Page.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { TallyNamesTable } from "./TallyNamesTable.tsx";
import { type TallyNaming, useTallyNames } from "./useTallyNames.ts";

/** A month as vouchers for Tally, and the names used there. */
export default function Tally() {
  return (
    <Allowed title={TITLE} permission="view statements">
      <Open />
    </Allowed>
  );
}

const TITLE = "For Tally";
const MONTHS = 24;

function Open() {
  const search = useUrlQuery();
  const last = search === null ? "" : toPresetRange("lastMonth").dateFrom.slice(0, 7);
  const month = search === null ? "" : (new URLSearchParams(search).get("month") ?? last);
  const { data, failure, isLoading, reload } = useFetch<TallyPreview>(
    month ? `/api/exports/tally?month=${month}` : null,
  );
  const names = useTallyNames(reload);
  const [isSaving, download] = useBusy(() => take(""));
  const [isSavingChanged, downloadChanged] = useBusy(() => take("&only=changed"));

  async function take(only: string) {
    if (!(await names.save())) return;
    const masters = data?.ledgers.filter(({ key }) => names.ticked.has(key)) ?? [];
    const keys = masters.map(({ key }) => encodeURIComponent(key)).join(",");
    const address = `/api/exports/tally.zip?month=${month}&masters=${keys}${only}`;
    await saveFile(address, "application/zip", "Failed to download the month for Tally");
    reload();
  }

  const months = last
    ? Array.from({ length: MONTHS }, (_, n) => monthAfter(last, 1 - n)).concat(month)
    : [];
  const options = [...new Set(months)].map((one) => [one, monthName(one)] as const);
  const isNothing = data === undefined || data.vouchers === 0;
  return (
    <>
      <PageHead title={TITLE} back={{ href: "/reports", label: "Back to Reports" }}>
        {data && data.file > 0 && data.new + data.changed > 0 && (
          <Button label="New and changed" isBusy={isSavingChanged} onClick={downloadChanged} />
        )}
        <Button
          look="primary"
          icon="download"
          label="Download"
          isBusy={isSaving}
          disabled={isNothing && data?.gone.length !== 0}
          onClick={download}
        />
      </PageHead>
      <div className="toolbar report-bar">
        <SelectField label="Month" options={options} field={filterField("month", month)} />
        {names.isUnsaved && <Button label="Save names" onClick={() => void names.save()} />}
      </div>
      {failure !== undefined && !isLoading ? (
        <FailedToLoad
          label={TITLE}
          failure={failure}
          onRetry={reload}
          otherwise="The server could not be reached."
        />
      ) : data === undefined ? (
        <Loading label={TITLE} />
      ) : isNothing && data.gone.length === 0 ? (
        <Empty
          label={TITLE}
          icon="calendar"
          title={`Nothing in ${monthName(data.month)}`}
          text="Vouchers appear here once the month has entries."
        />
      ) : (
        <Month data={data} isLoading={isLoading} names={names} />
      )}
    </>
  );
}

interface MonthProps {
  data: TallyPreview;
  isLoading: boolean;
  names: TallyNaming;
}

function Month({ data, isLoading, names }: MonthProps) {
  const { month, types, file, gone, cancelled } = data;
  const take = async (list: File) => {
    const { ledgers, offers } = await upload<{ ledgers: TallyLedger[]; offers: Offer[] }>(
      `/api/exports/tally/names/try?month=${month}`,
      list,
      new AbortController().signal,
      () => {},
      { "content-type": "application/octet-stream" },
    );
    names.offer(ledgers, offers);
    const found = `${ledgers.length.toLocaleString("en-IN")} ledgers read.`;
    return {
      text: `${found} ${offers.length} names are filled in below: review them, then save.`,
    };
  };
  const since = `Since the last file: ${data.new} new, ${data.changed} changed, ${gone.length} removed.`;
  return (
    <section className="panel" aria-label={TITLE} aria-busy={isLoading}>
      <div className="row wrap between gap-4-16 p-12-16">
        <h2 className="min-0 breaks text-13">{monthName(month)}</h2>
        <span className="muted small">{formatTypeCounts(types)}</span>
      </div>
      <div className="tally-notes grid gap-12 text-13">
        {file > 0 && <p>{since}</p>}
        {gone.length > 0 && <Gone gone={gone} />}
        {cancelled.length > 0 && <p>{`Cancelled and not exported: ${cancelled.join(", ")}.`}</p>}
        <FileDrop
          label="Drop Tally’s List of Accounts, or choose a file (XML)"
          accept=".xml,application/xml,text/xml"
          onFile={take}
          otherwise="The list could not be read."
        />
      </div>
      <TallyNamesTable ledgers={data.ledgers} names={names} />
      <p className="p-12-16 line-above small muted">
        Tally imports a voucher only if all its ledgers exist. 1-masters.xml creates the ticked
        ledgers and overwrites ledgers of the same name, so tick only those missing in Tally.
        Importing a month twice creates no duplicates.
      </p>
    </section>
  );
}

const GONE_SHOWN = 50;

const Gone = ({ gone }: Pick<TallyPreview, "gone">) => (
  <div role="note">
    <p>Delete these in Tally, unless they moved to another month:</p>
    <ul>
      {gone.slice(0, GONE_SHOWN).map(({ id, date, type, label, movedTo }) => (
        <li key={id}>
          {`${formatDate(date)}, ${type}, ${label}`}
          {movedTo && ` (now ${formatDate(movedTo)})`}
        </li>
      ))}
    </ul>
    {gone.length > GONE_SHOWN && (
      <p>{`${formatMore(gone.length - GONE_SHOWN).trim()}, in the README.`}</p>
    )}
  </div>
);
