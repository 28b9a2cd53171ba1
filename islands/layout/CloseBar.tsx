import { useEffect, useEffectEvent } from "react";
import {
  type Checklist,
  type CloseItem,
  checklistPage,
  describeProgress,
  formatShortMonth,
  sortByStep,
  tasksLeft,
  taskWords,
} from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import { endClosing, taskAt } from "../browser/closing.ts";
import { isFree } from "../browser/keys.ts";
import { SAVED } from "../browser/pageEvents.ts";
import { goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useFresh } from "../browser/useFresh.ts";
import { LinkButton } from "../ui/Button.tsx";
import { useOn } from "../ui/useOn.ts";
import { showBar } from "./bar.ts";

/** Shows the bar that leads back to the checklist of the month being closed. */
export const showCloseBar = (month: string): void => showBar(<CloseBar month={month} />);

function CloseBar({ month }: { month: string }) {
  const { data, reload } = useFetch<Checklist>(`/api/close/${month}`);
  useFresh(reload);
  useOn(SAVED, reload);
  const items = data?.items ?? [];
  const here = taskAt(items, `${location.pathname}${useUrlQuery() ?? ""}`);
  const next = sortByStep(items).find((item) => item.state === "open" && item !== here);
  const isOver = data !== undefined && items.every(({ state }) => state !== "open");
  useEffect(() => {
    if (isOver) endClosing();
  }, [isOver]);
  const back = checklistPage(month);
  const onward = next && { ...next, link: findTaskPath(next, back) };
  useBarKeys({ Escape: goTo(back), ...(onward && { Enter: goTo(onward.link) }) });
  if (!data || isOver) return null;
  const name = formatShortMonth(month);
  return (
    <section
      className="close-bar row gap-12 mid-page round-10 on-raised shadow-pop text-13"
      aria-label={`Closing ${name}`}
    >
      {here && (
        <span className="step-no grid mid rigid round-full text-11 semi muted size-24">
          {toStepNumber(items, here)}
        </span>
      )}
      <div role="status">
        <strong className="block strong">{`Closing ${name}`}</strong>
        <span className="soft">
          {here ? `${here.title}: ${here.note}. ` : ""}
          {describeRemaining(items)}
        </span>
      </div>
      <LinkButton look="quiet" label="Back to checklist" keyName="Esc" href={back} />
      {onward && (
        <LinkButton
          label={`Next: ${taskWords({ ...onward, month })}`}
          keyName="↵"
          href={onward.link}
        />
      )}
    </section>
  );
}

/** Returns the number of open tasks, or the next step if there are none. */
function describeRemaining(items: CloseItem[]): string {
  const left = tasksLeft(items);
  if (left > 0) return `${pluralize(left, "task")} left`;
  const { lead, rest } = describeProgress(items);
  return `${lead} ${rest}`.trim();
}

const toStepNumber = (items: CloseItem[], { step }: CloseItem): number =>
  [...new Set(sortByStep(items).map((item) => item.step))].indexOf(step) + 1;

/** Returns the page of a task. Locking and sharing are done in the checklist itself. */
const findTaskPath = ({ key, link, lines }: CloseItem, back: string): string =>
  ["lock", "papers", "shared"].includes(key) ? back : (lines[0]?.link ?? link);

/** Handles keys that the page does not use. A focused button or link keeps its Enter. */
function useBarKeys(keys: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key];
    const { activeElement } = document;
    const isPressed = activeElement?.matches("a, button, summary, [role=button]");
    if (!run || event.defaultPrevented || !isFree(event)) return;
    if (event.key === "Enter" && isPressed) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
