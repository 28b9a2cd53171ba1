import { type ReactNode, useEffect, useRef } from "react";
import { formatMoment } from "../../domain/dates.ts";
import { Failure } from "../browser/api.ts";
import { closedNote, useIsClosed } from "../browser/lock.ts";
import { UNDONE } from "../browser/pageEvents.ts";
import { commentedHere, historyHere } from "../browser/record.ts";
import { leaveUndone } from "../browser/undo.ts";
import { useFetch } from "../browser/useFetch.ts";
import { CommentsButton } from "../comments/CommentsButton.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import { LockIcon } from "./LockIcon.tsx";
import { Money } from "./Money.tsx";
import { FailedToLoad, Loading, Missing } from "./states.tsx";
import { useOn } from "./useOn.ts";

interface PageProps<Document> {
  /** The document type in a title: "Note". */
  name: string;
  /** The path segment of its page and API call: "notes". */
  folder: string;
  list: string;
  icon: IconName;
  /** Returns the title of the browser window. */
  title(document: Document): string;
  children(document: Document, reload: () => void): ReactNode;
}

/** The page of one document. The id is the last part of the path. */
export function DocumentPage<Document>(props: PageProps<Document>) {
  const { name, folder, list, icon, title, children } = props;
  const id = typeof location === "undefined" ? "" : location.pathname.split("/").at(-1);
  const { data, failure, reload } = useFetch<Document>(`/api/${folder}/${id}`);
  const isUndone = useUndone(data);
  const isMissing = failure instanceof Failure && failure.status === 404;
  useEffect(() => {
    if (isMissing && isUndone.current) leaveUndone(`/${folder}`);
  }, [isMissing, isUndone, folder]);
  const windowTitle = data && title(data);
  useEffect(() => {
    if (windowTitle) document.title = `${windowTitle} · bahi`;
  }, [windowTitle]);
  if (isMissing && isUndone.current) return null;
  if (isMissing) {
    const way = { href: `/${folder}`, way: `Go to ${list}` };
    return <Missing icon={icon} title={`${name} not found`} {...way} />;
  }
  const noun = name.toLowerCase();
  if (failure && !data) {
    const texts = { label: name, otherwise: `Failed to load ${noun}` };
    return <FailedToLoad {...texts} failure={failure} onRetry={reload} />;
  }
  if (data) return children(data, reload);
  return (
    <Loading label={name} text={`Loading ${noun}...`}>
      <h1 className="sr-only">{name}</h1>
    </Loading>
  );
}

/**
 * Returns whether an action was undone since the document last loaded. That action may have created the
 * document.
 */
function useUndone(data: unknown) {
  const isUndone = useRef(false);
  useOn(UNDONE, () => {
    isUndone.current = true;
  });
  useEffect(() => {
    if (data) isUndone.current = false;
  }, [data]);
  return isUndone;
}

interface HeadProps {
  back: { href: string; label: string };
  number: string;
  /** The date of an entry in the books. A padlock is shown if the date is locked. */
  date?: string | undefined;
  pill: ReactNode;
  /** The available actions. */
  children: ReactNode;
}

/** A document's number, status and actions. */
export function DocumentHead({ back, number, date = "", pill, children }: HeadProps) {
  const isClosed = useIsClosed(date);
  const commented = commentedHere();
  return (
    <div className="page-head invoice-head">
      <a className="icon-btn" href={back.href} aria-label={back.label}>
        <Icon name="arrow-left" />
      </a>
      <div className="page-title items-center gap-8 spring-r min-0">
        <h1 className="doc">{number}</h1>
        <LockIcon date={date} />
        {pill}
        {isClosed && <span className="text-13 muted">{closedNote()}</span>}
        <a className="icon-btn" href={historyHere()} aria-label="History" title="History (H)">
          <Icon name="history" />
        </a>
        {commented && <CommentsButton record={commented} />}
      </div>
      <div className="actions wide invoice-acts">{children}</div>
    </div>
  );
}

interface NextProps {
  label: string;
  amount: number;
  children: ReactNode;
}

/** A bar at the bottom of a phone's screen with the next action. */
export const NextStep = ({ label, amount, children }: NextProps) => (
  <section className="bar-phone" aria-label="Next step">
    <div className="bar-sum">
      <span className="small muted">{label}</span>
      <strong>
        <Money amount={amount} />
      </strong>
    </div>
    {children}
  </section>
);

interface Made {
  createdBy: { fullName: string };
  createdAt: string;
}

export const MadeBy = ({ createdBy, createdAt }: Made) => (
  <p className="px-4 small muted">
    {`Created by ${createdBy.fullName}, ${formatMoment(createdAt)}`}
  </p>
);
