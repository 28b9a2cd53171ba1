import { useCallback, useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { SeriesRow } from "../../domain/series/series.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { SERIES_NAMES } from "./words.ts";

export type SeriesAction = "end" | "make" | "pause" | "resume" | "skip";

const DONE: Record<SeriesAction, string> = {
  make: "Created",
  skip: "Next date skipped",
  pause: "Paused",
  resume: "Resumed",
  end: "Ended",
};

const describeDone = ({ stoppedDate }: SeriesRow, action: SeriesAction) =>
  action === "skip" && stoppedDate
    ? `${formatDate(stoppedDate)} skipped; continuing with the next date`
    : DONE[action];

export const toDisplayName = ({ client, title }: SeriesRow) => client?.displayName ?? title;

/** Returns the actions on a series, with a confirmation before ending it. */
export function useSeriesActions(onChanged: () => void) {
  const [toEnd, setToEnd] = useState<SeriesRow>();
  const act = useCallback(
    (series: SeriesRow, action: SeriesAction) => {
      if (action === "end") return setToEnd(series);
      void send("POST", `/api/series/${series._id}/${action}`, {})
        .then(() => showToast("success", describeDone(series, action)))
        .catch(toastError(`Error changing ${SERIES_NAMES[series.kind]}`))
        .then(onChanged);
    },
    [onChanged],
  );
  const asking = toEnd && (
    <ConfirmDelete
      title={`End ${SERIES_NAMES[toEnd.kind]}`}
      verb="End"
      keep="Keep it"
      run={() => send("POST", `/api/series/${toEnd._id}/end`, {})}
      success={DONE.end}
      otherwise={`Error ending ${SERIES_NAMES[toEnd.kind]}`}
      onChanged={onChanged}
      onClose={() => setToEnd(undefined)}
    >
      <p>
        {`End the ${SERIES_NAMES[toEnd.kind]} for ${toDisplayName(toEnd)}?`} It creates no more
        entries. Existing ones stay.
      </p>
    </ConfirmDelete>
  );
  return { act, asking };
}

interface ActionsProps {
  series: SeriesRow;
  onChanged?: (() => void) | undefined;
}

/** The same actions as buttons above its form. */
export function SeriesActions({ series, onChanged = () => {} }: ActionsProps) {
  const { act, asking } = useSeriesActions(onChanged);
  return (
    <>
      <Acts series={series} onDo={act} />
      {asking}
    </>
  );
}

/** Returns the text for skipping the date that stopped a series; "" if none did. */
export const skipStoppedText = ({ stoppedDate }: SeriesRow) =>
  stoppedDate && `Skip ${formatDate(stoppedDate)} and continue`;

interface ActsProps {
  series: SeriesRow;
  onDo(series: SeriesRow, action: SeriesAction): void;
}

export function Acts({ series, onDo }: ActsProps) {
  const needs = "enter books" as const;
  const isActive = series.state === "active";
  const skip = isActive ? "Skip next" : skipStoppedText(series);
  const items = [
    { label: "Create now", icon: "plus" as const, action: "make" as const },
    ...(skip ? [{ label: skip, icon: "x" as const, action: "skip" as const }] : []),
    isActive
      ? { label: "Pause", icon: "clock-alert" as const, action: "pause" as const }
      : { label: "Resume", icon: "repeat" as const, action: "resume" as const },
    { label: "End", icon: "archive" as const, action: "end" as const },
  ];
  return (
    <Menu
      label={`${toDisplayName(series)}: create now, skip next, pause, end`}
      className="icon-btn"
      items={items.map(({ action, ...item }) => ({
        ...item,
        needs,
        run: () => onDo(series, action),
      }))}
    >
      <Icon name="ellipsis" />
    </Menu>
  );
}
