import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { GstPeriod } from "../../domain/gst/returns/filings.ts";
import { monthAfter, monthName } from "../../domain/months.ts";
import type { Matching, MatchingCounts, PairView } from "../../domain/purchases/matchingInput.ts";
import { failureText, send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { FileDrop } from "../ui/FileDrop.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { PairRow } from "./PairRow.tsx";

interface Props {
  data: GstPeriod;
}

/** GSTR-2B compared with the bills: matches, differences, and records on one side only. */
export function Gstr2b({ data: { period } }: Props) {
  const { data, failure, reload } = useFetch<Matching>(
    `/api/gst/${period}/matching`,
    toastError("Failed to load GSTR-2B"),
  );
  if (data) return <Shown matching={data} onChanged={reload} />;
  if (failure === undefined) return <Loading label="GSTR-2B" />;
  const otherwise = "Failed to load GSTR-2B";
  return <FailedToLoad label="GSTR-2B" failure={failure} otherwise={otherwise} onRetry={reload} />;
}

const VIEWS = {
  open: ({ counts, status }: PairView) => !counts && PAIRED.has(status),
  missing: ({ status }: PairView) => status === "MISSING_IN_BOOKS",
  unfiled: ({ status }: PairView) => status === "MISSING_IN_2B",
  matched: ({ counts }: PairView) => counts,
  ignored: ({ status }: PairView) => status === "IGNORED",
};
type View = keyof typeof VIEWS;
const PAIRED = new Set(["SUGGESTED", "MISMATCH", "RESIDUAL"]);
const NAMES: Record<View, string> = {
  open: "To decide",
  missing: "No bill",
  unfiled: "Not in 2B",
  matched: "Matched",
  ignored: "Ignored",
};
const NOTHING: Record<View, string> = {
  open: "Nothing to decide: every row of GSTR-2B is matched or has no bill.",
  missing: "Every row of GSTR-2B has its bill.",
  unfiled: "Every bill with tax is in GSTR-2B.",
  matched: "No rows are matched yet.",
  ignored: "No rows are ignored.",
};
const EACH: View[] = ["open", "missing", "unfiled", "matched", "ignored"];
/** The number of rows drawn at once. */
const SHOWN = 100;

interface ShownProps {
  matching: Matching;
  onChanged(): void;
}

function Shown({ matching, onChanged }: ShownProps) {
  const { pairs, period, loadedAt } = matching;
  const count = (view: View) => pairs.filter(VIEWS[view]).length;
  const [chosen, setChosen] = useState<View>();
  const [most, setMost] = useState(SHOWN);
  const view = chosen ?? EACH.find((one) => count(one) > 0) ?? "open";
  const rows = pairs.filter(VIEWS[view]);
  if (!loadedAt && rows.length === 0) return <None period={period} onChanged={onChanged} />;
  const choices = EACH.filter((one) => one !== "ignored" || count(one) > 0);
  return (
    <>
      <Bar matching={matching} onChanged={onChanged} />
      <SegmentedControl
        className="views-2b max-full scroll-x"
        label="Show"
        choices={choices.map((one) => [one, `${NAMES[one]} ${count(one)}`] as const)}
        chosen={view}
        onChoose={(one) => {
          setChosen(one);
          setMost(SHOWN);
        }}
      />
      <section className="panel" aria-label={NAMES[view]}>
        {rows.length === 0 ? (
          <p className="aside-note">{NOTHING[view]}</p>
        ) : (
          <ul>
            {rows.slice(0, most).map((pair) => (
              <PairRow
                key={`${pair.bill?._id} ${pair.row?._id}`}
                pair={pair}
                matching={matching}
                onChanged={onChanged}
              />
            ))}
          </ul>
        )}
      </section>
      {rows.length > most && (
        <Button
          label={`Show ${Math.min(SHOWN, rows.length - most)} more of ${rows.length}`}
          onClick={() => setMost(most + SHOWN)}
        />
      )}
    </>
  );
}

function None({ period, onChanged }: { period: string; onChanged(): void }) {
  const day = `14 ${monthName(monthAfter(period))}`;
  return (
    <Empty
      label="GSTR-2B"
      icon="file-text"
      title="GSTR-2B is not loaded yet"
      text={`The portal publishes it on ${day}. Download the JSON and drop it here to claim credit.`}
    >
      <Load period={period} onChanged={onChanged} />
    </Empty>
  );
}

function Load({ period, onChanged }: { period: string; onChanged(): void }) {
  const take = async (file: File) => {
    let content: object;
    try {
      content = JSON.parse(await file.text());
    } catch {
      return {
        text: "This file is not JSON: upload GSTR-2B as downloaded from the portal.",
        isWrong: true,
      };
    }
    const found = await send<MatchingCounts>("POST", `/api/gst/${period}/2b`, content);
    onChanged();
    return {
      text: `${pluralize(found.rows, "row")}: ${found.matched} matched, ${found.suggested} suggested.`,
    };
  };
  return (
    <FileDrop
      label="Drop GSTR-2B, or choose the file (JSON)"
      accept=".json,application/json"
      onFile={take}
      otherwise="GSTR-2B could not be loaded."
    />
  );
}

function Bar({ matching, onChanged }: ShownProps) {
  const { period, pairs } = matching;
  const accept = pairs.flatMap(({ bill, row, status, counts }) =>
    bill && row && status === "SUGGESTED" && !counts ? { bill: bill._id, row: row._id } : [],
  );
  const [isBusy, acceptAll] = useBusy(async () => {
    try {
      await send("POST", `/api/gst/${period}/matching`, { accept });
      showToast("success", `${pluralize(accept.length, "match", "matches")} accepted`);
      onChanged();
    } catch (failure) {
      showToast("error", failureText(failure, "Nothing was accepted"));
    }
  });
  return (
    <div className="row wrap gap-8-16 mb-12">
      {accept.length > 0 && (
        <Button
          look="primary"
          icon="check"
          label={`Accept ${accept.length} suggested`}
          isBusy={isBusy}
          onClick={acceptAll}
        />
      )}
      <Load period={period} onChanged={onChanged} />
    </div>
  );
}
