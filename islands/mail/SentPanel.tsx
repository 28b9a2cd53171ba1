import { useId } from "react";
import type { MailRow } from "../../domain/mail/mails.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { MailActs } from "./MailActs.tsx";
import { describeMail, timeText } from "./words.ts";

interface Props {
  mails: MailRow[];
  /** In milliseconds since 1970. */
  now: number;
  onChanged(): void;
  onCorrect(mail: MailRow): void;
  onAgain: (() => void) | undefined;
}

/** The sent mails, one row per address, with their status. */
export function SentPanel({ mails, now, onChanged, onCorrect, onAgain }: Props) {
  const title = useId();
  if (mails.length === 0) return null;
  return (
    <section className="panel sent" aria-labelledby={title}>
      <div className="panel-head">
        <h2 id={title}>Sent</h2>
        {onAgain && (
          <span className="spring">
            <Button needs="enter books" look="link" label="Send again" onClick={onAgain} />
          </span>
        )}
      </div>
      <ul aria-live="polite">
        {mails.map((mail) => (
          <Row key={mail._id} mail={mail} now={now} onChanged={onChanged} onCorrect={onCorrect} />
        ))}
      </ul>
    </section>
  );
}

function Row({ mail, now, ...acts }: Pick<Props, "now" | "onChanged" | "onCorrect"> & RowProps) {
  const { label, className, icon, more } = describeMail(mail, now);
  return (
    <li className="entry">
      <Icon name={icon} />
      <div>
        <div className="strong truncate" title={mail.to}>
          {mail.to}
        </div>
        <p className="entry-state">
          <span className={`pill dot ${className}`}>{label}</span>
          {more && <span>{more}</span>}
        </p>
        <MailActs mail={mail} {...acts} />
      </div>
    </li>
  );
}

interface RowProps {
  mail: MailRow;
}

/** A bounced mail, shown above the document it was for. */
export function Bounce({ mails, onCorrect }: Pick<Props, "mails" | "onCorrect">) {
  const [bounced] = mails.filter(({ state }) => state === "refused");
  if (!bounced) return null;
  const { answer } = bounced;
  const others = mails
    .filter(({ state, handedOverAt }) => state === "handed_over" && handedOverAt)
    .map(({ to, handedOverAt }) => `The e-mail to ${to} was sent ${timeText(handedOverAt ?? "")}.`);
  return (
    <section className="callout is-neg" role="status">
      <Icon name="mail-x" />
      <div>
        <h2>{`${bounced.to} rejected the e-mail`}</h2>
        <p>{[`The mail server said: ${answer}.`, ...others.slice(0, 1)].join(" ")}</p>
      </div>
      <div className="actions">
        <Button
          needs="enter books"
          label="Correct the address"
          onClick={() => onCorrect(bounced)}
        />
      </div>
    </section>
  );
}
