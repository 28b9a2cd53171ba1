import { useEffect } from "react";
import type { Task, TaskKey } from "../../domain/closing/tasks.ts";
import { agencyKey } from "../browser/session.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { NotLoaded } from "../ui/states.tsx";

const ICONS: Record<TaskKey, IconName> = {
  invoices: "triangle-alert",
  bills: "triangle-alert",
  series: "triangle-alert",
  money: "triangle-alert",
  week: "calendar",
  approvals: "shield-check",
  asked: "message-circle-question-mark",
  lines: "landmark",
  preflight: "list-checks",
  month: "calendar-check",
};

interface Props {
  /** Undefined while they load. */
  tasks: Task[] | undefined;
  failure: unknown;
  onRetry(): void;
}

/**
 * Today's tasks, each with a link. Their last number is known before the first paint (see signedIn.ts), so
 * that their space is reserved and nothing moves.
 */
export function Today({ tasks, failure, onRetry }: Props) {
  const rows = tasks && String(Math.max(tasks.length, 1));
  useEffect(() => {
    if (rows === undefined) return;
    localStorage.setItem(agencyKey("tasks"), rows);
    document.documentElement.style.setProperty("--tasks", rows);
  }, [rows]);
  return (
    <section className="panel today" aria-label="To do today" aria-busy={!tasks && !failure}>
      {tasks && tasks.length > 0 ? (
        <ul>
          {tasks.map((task) => (
            <li key={task.key} className={ICONS[task.key] === "triangle-alert" ? "is-late" : ""}>
              <Icon name={ICONS[task.key]} />
              <p className="grow min-0 clip nowrap">
                <a href={task.link}>{task.title}</a> <span className="soft">{task.note}</span>
              </p>
              <Icon name="chevron-right" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="calm soft">
          {tasks ? (
            <>
              <Icon name="circle-check" />
              You have no tasks today.
            </>
          ) : failure ? (
            <NotLoaded text="Today's tasks could not be loaded" onRetry={onRetry} />
          ) : null}
        </p>
      )}
    </section>
  );
}
