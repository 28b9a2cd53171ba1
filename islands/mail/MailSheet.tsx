import { Fragment, type ReactNode } from "react";
import type { MailPart } from "../../domain/mail/layout.ts";

interface Props {
  from?: string;
  to: string;
  subject: string;
  parts: readonly MailPart[];
}

/** An e-mail as its recipient sees it. */
export function MailSheet({ from, to, subject, parts }: Props) {
  const heads = [
    ["From", from],
    ["To", to],
    ["Subject", subject],
  ];
  return (
    <div className="mail p-16 framed round-8 on-surface text-13">
      <dl className="mail-head grid gap-2-12 mb-12 line-below small">
        {heads.map(
          ([label, value]) =>
            value && (
              <Fragment key={label}>
                <dt className="muted">{label}</dt>
                <dd className={`clip nowrap ${label === "Subject" ? "strong" : ""}`}>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <div className="grid packed gap-16">
        {parts.map((part) => (
          <div key={part.kind}>
            <Part part={part} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Part({ part }: { part: MailPart }): ReactNode {
  if (part.kind === "head") return <Head {...part} />;
  if (part.kind === "amount") return <Amount {...part} />;
  if (part.kind === "links") {
    return part.links.map(({ label, url }) => (
      <span className="btn btn-primary" key={url}>
        {label}
      </span>
    ));
  }
  if (part.kind === "text") {
    const keyed = part.paragraphs.map((text, n) => ({ text, key: `${n} ${text}` }));
    return keyed.map(({ text, key }) => (
      <p className="paper-lines" key={key}>
        {text}
      </p>
    ));
  }
  if (part.kind === "rows") return <Rows {...part} />;
  if (part.kind === "payment") return <Payment {...part} />;
  if (part.kind === "file") return <p className="muted">{part.text}</p>;
  if (part.kind === "closing") return <p className="paper-lines">{part.text}</p>;
  return <p className="paper-lines small muted text-mid">{part.lines.join("\n")}</p>;
}

type Of<Kind extends MailPart["kind"]> = Extract<MailPart, { kind: Kind }>;

const Head = ({ letterhead: { name, logoUrl }, heading }: Of<"head">) => (
  <div className="row gap-12">
    <span className="logo round-8 text-16" aria-hidden="true">
      {logoUrl ? <img src={logoUrl} alt="" /> : name.slice(0, 1).toUpperCase()}
    </span>
    <div>
      <div className="strong">{name}</div>
      <div className="muted">{heading}</div>
    </div>
  </div>
);

const Amount = ({ amount, day }: Of<"amount">) => (
  <>
    {amount && <div className="muted">{amount.label}</div>}
    {amount && <div className="text-26 tight semi">{amount.value}</div>}
    {day && (
      <div>
        {day.text} <span className="muted">{day.more}</span>
      </div>
    )}
  </>
);

function Rows({ rows, note }: Of<"rows">) {
  const keyed = rows.map((row, n) => ({ ...row, key: `${n} ${row.name}` }));
  return (
    <>
      <dl className="sums">
        {keyed.map(({ key, name, amount, look }) => (
          <div key={key}>
            <dt className={look === "quiet" ? "muted" : look}>{name}</dt>
            <dd className={look === "strong" ? "num strong" : "num"}>{amount}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="muted mt-8">{note}</p>}
    </>
  );
}

const Payment = ({ title, rows }: Of<"payment">) => (
  <div className="p-12 framed round-8 on-sunken">
    <div className="strong">{title}</div>
    <dl className="sums">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
