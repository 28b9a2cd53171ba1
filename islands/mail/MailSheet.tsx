import type { ReactNode } from "react";

interface Props {
  from?: string;
  to: string;
  subject: string;
  text: string;
  hasLink: boolean;
  children: ReactNode;
}

/** A mail as its recipient sees it, with the link before the closing. */
export function MailSheet({ from, to, subject, text, hasLink, children }: Props) {
  const paragraphs = text.split(/\n{2,}/).map((words, n) => ({ words, key: `${n} ${words}` }));
  return (
    <div className="mail p-16 framed round-8 on-surface text-13">
      <dl className="mail-head grid gap-2-12 mb-12 line-below small">
        {from && (
          <>
            <dt className="muted">From</dt>
            <dd className="clip nowrap">{from}</dd>
          </>
        )}
        <dt className="muted">To</dt>
        <dd className="clip nowrap">{to}</dd>
        <dt className="muted">Subject</dt>
        <dd className="clip nowrap strong">{subject}</dd>
      </dl>
      {paragraphs.map(({ words, key }, n) => (
        <div key={key}>
          {hasLink && n === paragraphs.length - 1 && <p className="mail-link">View it here</p>}
          <p className="paper-lines">{words}</p>
        </div>
      ))}
      {children}
    </div>
  );
}
