import { useState } from "react";
import {
  type Checklist,
  type CloseItem,
  checklistPage,
  describeProgress,
  findNextItem,
  formatShortMonth,
  tasksLeft,
  taskWords,
} from "../../domain/closing/closing.ts";
import { monthRange, readMonth, today, toPresetRange } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { toastError } from "../browser/api.ts";
import { beginClosing, endClosing } from "../browser/closing.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useFresh } from "../browser/useFresh.ts";
import { Button } from "../ui/Button.tsx";
import { MonthStepper } from "../ui/MonthStepper.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { Binding } from "./Binding.tsx";
import { Closed } from "./Closed.tsx";
import { MonthSummary } from "./MonthSummary.tsx";
import { OwnList } from "./OwnList.tsx";
import { SHARE } from "./Shared.tsx";
import { StepList } from "./StepList.tsx";
import { groupSteps, isOwnItem } from "./steps.ts";
import { useOwnItems } from "./useOwnItems.ts";

const MONTHS_BACK = 24;
const FAILED = "Failed to load the month";

/** The checklist of a month with links to the open tasks. Defaults to last month. */
export default function CloseMonth() {
  const search = useUrlQuery();
  const named = new URLSearchParams(search ?? "").get("month") ?? "";
  const month = readMonth(named) ? named : toPresetRange("lastMonth").dateFrom.slice(0, 7);
  const { data, failure, reload } = useFetch<Checklist>(
    search === null ? null : `/api/close/${month}`,
    toastError(FAILED),
  );
  useFresh(reload);
  if (search !== null && data?.month === month) return <Shown data={data} onChanged={reload} />;
  return (
    <>
      <PageHead title={search === null ? "Close month" : `Close ${formatShortMonth(month)}`}>
        {search !== null && <Stepper month={month} />}
      </PageHead>
      {failure !== undefined ? (
        <FailedToLoad label="Month" failure={failure} otherwise={FAILED} onRetry={reload} />
      ) : (
        <Loading label="Month" text="Loading the checklist..." />
      )}
    </>
  );
}

/**
 * Covers the months from the first entry on, or two years back; without entries, this month and the last.
 */
function Stepper({
  month,
  firstMonth = month,
}: {
  month: string;
  firstMonth?: string | undefined;
}) {
  const now = today().slice(0, 7);
  const from = firstMonth || monthAfter(now, -1);
  const known = Array.from({ length: MONTHS_BACK }, (_, n) => monthAfter(now, -n));
  const months = [...new Set([...known.filter((one) => one >= from), month])].toSorted();
  return <MonthStepper month={month} months={months} address={checklistPage} />;
}

function Shown({ data, onChanged }: { data: Checklist; onChanged(): void }) {
  const { month, firstMonth, items, closing } = data;
  const [isNew, setNew] = useState(false);
  const steps = groupSteps(items);
  const done = steps.filter(({ state }) => state === "done").length;
  const dialog = useLazyDialog(() => import("./CloseDialog.tsx").then((m) => m.CloseDialog));
  const own = useOwnItems(month, onChanged);
  const next = findNextItem(items);
  const isEnd = next?.key === "lock" || next?.key === "papers";
  const isToShare = next?.key === "shared";
  const isMine = isEnd ? data.mayClose : isToShare ? can("enter books") : next !== undefined;
  const go = (link: string) => {
    beginClosing(month);
    location.href = link;
  };
  const goOn = () => {
    if (!next || !isMine) return;
    if (isEnd) dialog.open(undefined);
    else if (isOwnItem(next)) own.act(next);
    else if (isToShare) location.hash = SHARE;
    else go(next.lines[0]?.link ?? next.link);
  };
  const openStep = (n: number) => () => {
    const items = steps[n]?.items ?? [];
    const item = items.find(({ state }) => state === "open") ?? items[0];
    if (item?.state === "open" && isOwnItem(item)) own.act(item);
    else if (item) go(item.lines[0]?.link ?? item.link);
  };
  useKeys({
    Enter: () => (isPressed() ? undefined : goOn()),
    Escape: endClosing,
    ...Object.fromEntries(steps.map((_, n) => [String(n + 1), openStep(n)])),
  });
  const closeNow = () => dialog.open(undefined);
  // Documents can be shared later, and again after a change.
  const isClosed = closing !== null && items.every(isDoneOrShared);
  const label = next && `Continue: ${taskWords({ ...next, month })}`;
  return (
    <>
      <PageHead
        title={isClosed ? formatShortMonth(month) : `Close ${formatShortMonth(month)}`}
        aside={<Stepper month={month} firstMonth={firstMonth} />}
      >
        {isClosed ? (
          <Button icon="printer" label="Print" className="not-phone" onClick={() => print()} />
        ) : (
          isMine && (
            <Button
              look="primary"
              className="not-phone"
              label={label}
              keyName="↵"
              aria-keyshortcuts="Enter"
              onClick={goOn}
            />
          )
        )}
      </PageHead>
      <Binding data={data} isNew={isNew} steps={{ done, all: steps.length }} />
      {isClosed ? (
        <Closed data={data} steps={steps} isNew={isNew} onChanged={onChanged} />
      ) : (
        <div className="close-cols grid items-start gap-16">
          <div>
            <Lead data={data} />
            <StepList
              steps={steps}
              month={month}
              range={monthRange(month)}
              closer={data.mayClose ? "" : data.closer}
              onOwn={own.act}
              onClose={closeNow}
            />
          </div>
          <MonthSummary data={data} onChanged={onChanged}>
            <OwnList month={month} items={items} own={own} onChanged={onChanged} />
          </MonthSummary>
        </div>
      )}
      {!isClosed && isMine && (
        <section className="bar-phone" aria-label="Next step">
          <div className="bar-sum">
            <span>Tasks left today</span>
            <strong className="num">{tasksLeft(items)}</strong>
          </div>
          <Button look="primary" label={label} onClick={goOn} />
        </section>
      )}
      {dialog.draw((Dialog) => (
        <Dialog
          data={data}
          onClosed={() => {
            endClosing();
            setNew(true);
            onChanged();
          }}
          onClose={dialog.close}
        />
      ))}
    </>
  );
}

const isDoneOrShared = ({ key, state }: CloseItem) => state === "done" || key === "shared";

function Lead({ data: { items, mayClose, closer } }: { data: Checklist }) {
  const { lead, rest } = describeProgress(items);
  const isOthers = !mayClose && findNextItem(items)?.key === "lock";
  return (
    <p className="close-lead mb-12 text-13 soft" role="status">
      <strong className="text-18 tight">{lead}</strong>{" "}
      {isOthers ? `${closer} locks the month.` : rest}
    </p>
  );
}

/** Clicks the focused button or link. Returns whether there was one. */
function isPressed(): boolean {
  const focused = document.activeElement;
  const isOwn = focused instanceof HTMLButtonElement || focused instanceof HTMLAnchorElement;
  if (isOwn) focused.click();
  return isOwn;
}
