import type { PostedLines } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { send, toastError } from "../browser/api.ts";
import { Button } from "../ui/Button.tsx";
import { moneyText } from "../ui/Money.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** The lines of a file that were accepted on upload. */
export const Posted = ({ posted }: { posted: PostedLines }) => (
  <p className="notice" role="status">
    {`${pluralize(posted.accepted, "line")} accepted at upload: `}
    {`${moneyText(posted.in)} in, ${moneyText(posted.out)} out.`}
  </p>
);

interface UndoProps {
  posted: PostedLines;
  onUndone(): void;
}

/** Undoes the matches of the upload; the lines stay. */
export function UndoPosting({ posted, onUndone }: UndoProps) {
  const [isBusy, undo] = useBusy(() =>
    send("DELETE", `/api/matches/${posted.match}?batch=true`).then(
      onUndone,
      toastError("Could not undo the matches"),
    ),
  );
  return <Button label="Undo matches" isBusy={isBusy} onClick={undo} />;
}
