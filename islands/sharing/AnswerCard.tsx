import { formatDate, formatDaysTo, formatMoment } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { mayBeAnswered, type SharedDocument } from "../../domain/sharing/shared.ts";
import type { Answer, LinkAnswer } from "../../domain/sharing/shareLinks.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { ForWhom } from "./PayCard.tsx";

/** A response in progress: the client's input to confirm, or its errors. */
export interface Asking {
  answer?: Answer | undefined;
  name?: string;
  isToConfirm?: boolean;
  /** Shown next to the name. */
  error?: string;
  /** Shown at the top, if the response was not accepted. */
  notice?: string;
}

interface Props {
  shared: Extract<SharedDocument, { entity: "estimate" }>;
  address: string;
  asking: Asking;
}

/** The estimate's total, and the client's response to it. */
export function AnswerCard({ shared, address, asking }: Props) {
  const { document, answer, shown } = shared;
  const { number, grandTotal, dueDate } = document;
  const isOpen = mayBeAnswered(document);
  return (
    <section className="card pay-card grid gap-12 p-20" aria-labelledby="pay-title">
      <div>
        <h1 className="soft small reg" id="pay-title">{`Estimate ${number}`}</h1>
        <div className="pay-amount tight semi">
          <Money amount={grandTotal} big />
        </div>
        {isOpen && dueDate && (
          <p className="breaks small soft">
            {`valid until ${formatDate(dueDate)}, ${formatDaysTo(dueDate)}`}
          </p>
        )}
        <ForWhom document={document} />
      </div>
      {asking.notice && (
        <p className="pay-notice flex items-start gap-8 breaks text-13 strong ok" role="alert">
          <Icon name="circle-alert" />
          {asking.notice}
        </p>
      )}
      {!isOpen && <AnswerStatus document={document} answer={answer} />}
      {isOpen &&
        (asking.isToConfirm ? (
          <Confirm document={document} address={address} shown={shown} asking={asking} />
        ) : (
          <Ask address={address} shown={shown} asking={asking} />
        ))}
      <a className="btn btn-lg only-narrow" href={`${address}/pdf`}>
        <Icon name="download" />
        Download PDF
      </a>
    </section>
  );
}

function AnswerStatus({ document, answer }: { document: Estimate; answer: LinkAnswer | null }) {
  const { status, dueDate, supplier } = document;
  if (status === "SENT") {
    return (
      <p className="small">
        {`This estimate was valid until ${formatDate(dueDate)}. Ask ${supplier.agencyName} for a new one.`}
      </p>
    );
  }
  const how = answer ? ` by ${answer.name}, ${formatMoment(answer.at)}` : "";
  return (
    <p className="pay-done flex items-start gap-8 text-13 strong ok">
      <Icon name={status === "DECLINED" ? "circle-x" : "circle-check"} />
      {status === "DECLINED" ? `Declined${how}.` : `Accepted${how}. Thank you.`}
    </p>
  );
}

interface StepProps {
  address: string;
  shown: string;
  asking: Asking;
}

function Ask({ address, shown, asking: { name = "", error } }: StepProps) {
  return (
    <form className="pay-form grid gap-12 text-13" method="post" action={`${address}/answer`}>
      <input type="hidden" name="shown" value={shown} />
      <label className="field">
        <span className="label">Your name</span>
        <input
          className="input"
          name="name"
          defaultValue={name}
          maxLength={200}
          autoComplete="name"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "name-error" : undefined}
        />
      </label>
      {error && (
        <p className="error" id="name-error">
          {error}
        </p>
      )}
      <button className="btn btn-primary btn-lg" type="submit" name="answer" value="accept">
        Accept
      </button>
      <button className="btn btn-lg" type="submit" name="answer" value="decline">
        Decline
      </button>
    </form>
  );
}

function Confirm({ document, address, shown, asking }: StepProps & { document: Estimate }) {
  const { answer, name } = asking;
  const { number, grandTotal, supplier } = document;
  const verb = answer === "decline" ? "decline" : "accept";
  const what = `estimate ${number} of ${moneyText(grandTotal)} from ${supplier.agencyName}`;
  return (
    <form className="pay-form grid gap-12 text-13" method="post" action={`${address}/answer`}>
      {Object.entries({ shown, name, answer, confirmed: "yes" }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <p>{`${verb === "accept" ? "Accept" : "Decline"} ${what} as ${name}?`}</p>
      <p className="small muted">
        {`${supplier.agencyName} will see your name and the time. You cannot change your answer later.`}
      </p>
      <button className="btn btn-primary btn-lg" type="submit">
        {verb === "accept" ? "Yes, accept it" : "Yes, decline it"}
      </button>
      <a className="btn btn-lg" href={address}>
        Back
      </a>
    </form>
  );
}
