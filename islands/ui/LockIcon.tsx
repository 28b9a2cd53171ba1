import { closedNote, useIsClosed } from "../browser/lock.ts";
import { Icon } from "./Icon.tsx";

/** A padlock next to a locked date, or next to the number of a document with a locked date. */
export function LockIcon({ date }: { date: string }) {
  if (!useIsClosed(date)) return null;
  return (
    <span className="padlock" title={closedNote()}>
      <Icon className="inline-block muted size-12" name="lock" />
      <span className="sr-only">closed</span>
    </span>
  );
}
