import type { MailRow } from "../../domain/mail/mails.ts";
import { Button } from "../ui/Button.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { leaveOut, tryNow, withdrawMails } from "./acts.ts";

interface Props {
  mail: MailRow;
  onChanged(): void;
  /** Writes to another address instead. */
  onCorrect?: ((mail: MailRow) => void) | undefined;
}

/** The actions that a mail's status allows. */
export function MailActs({ mail, onChanged, onCorrect }: Props) {
  const { _id, state, attempts, nextAt } = mail;
  const seen = useLazyDialog(() => import("./SeenMail.tsx").then(({ SeenMail }) => SeenMail));
  const act = (label: string, run: () => void) => (
    <Button needs="enter books" look="link" label={label} onClick={run} />
  );
  const isNew = state === "queued" && attempts === 0;
  return (
    <div className="entry-acts flex">
      {isNew && act("Cancel sending", () => void withdrawMails([_id], onChanged))}
      {state === "queued" && !isNew && act("Try now", () => void tryNow(_id, onChanged))}
      {state === "refused" && onCorrect && act("Correct the address", () => onCorrect(mail))}
      {(state === "refused" || state === "cancelled") &&
        act("Try again", () => void tryNow(_id, onChanged))}
      {state === "unknown" && act("Send again", () => void tryNow(_id, onChanged))}
      {(state === "refused" || (state === "queued" && !isNew) || (state === "unknown" && nextAt)) &&
        act("Don’t send", () => void leaveOut(_id, onChanged))}
      <Button look="link" label={seenLabel(mail)} onClick={() => seen.open(undefined)} />
      {seen.draw((SeenMail) => (
        <SeenMail id={_id} onClose={seen.close} />
      ))}
    </div>
  );
}

const seenLabel = ({ state }: MailRow) =>
  state === "handed_over" || state === "unknown" ? "View sent e-mail" : "Preview";
