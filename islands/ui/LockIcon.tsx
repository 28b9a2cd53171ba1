import { closedNote, useIsClosed } from "../browser/lock.ts";
import { Icon } from "./Icon.tsx";

/** Beside a date that is locked, or the number of what stands there. */
export function LockIcon({ date }: { date: string }) {
  if (!useIsClosed(date)) return null;
  return (
    <span className="padlock" title={closedNote()}>
      <Icon name="lock" />
      <span className="sr-only">closed</span>
    </span>
  );
}
