import type { Estimate } from "../../domain/documents/estimates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Closed, SharedDocument } from "../../domain/sharing/shared.ts";
import { EstimateDocument } from "../estimates/EstimateDocument.tsx";
import { InvoiceDocument } from "../invoices/InvoiceDocument.tsx";
import { NoteDocument } from "../notes/NoteDocument.tsx";
import { Icon, Mark } from "../ui/Icon.tsx";
import { AnswerCard, type Asking } from "./AnswerCard.tsx";
import { BankCard } from "./BankCard.tsx";
import { PayCard, type Paying } from "./PayCard.tsx";

// The page of a shared document. The server renders it for each request; it works without a script.

export interface ClientPageProps {
  shared: SharedDocument;
  /** The path of the page, `/s/TOKEN`. */
  address: string;
  paying: Paying | undefined;
  asking: Asking;
}

export function ClientPage({ shared, address, paying, asking }: ClientPageProps) {
  const { document } = shared;
  const { agencyName, location, contactNumber } = document.supplier;
  return (
    <>
      <a className="skip p-8-12 round-6" href="#main">
        Skip to content
      </a>
      <header className="client-top-bar row gap-12 mid-page">
        <Logo {...document.supplier} />
        <div className="truncate">
          <div className="strong truncate">{agencyName}</div>
          <div className="small muted truncate">{location.split("\n")[0]}</div>
        </div>
        <a className="btn spring" href={`${address}/pdf`}>
          <Icon name="download" />
          Download PDF
        </a>
      </header>
      <main className="client-page grid items-start gap-20 mid-page" id="main" tabIndex={-1}>
        <div className="pay grid gap-16">
          {shared.entity === "estimate" ? (
            <AnswerCard shared={shared} address={address} asking={asking} />
          ) : (
            <PayCard shared={shared} address={address} paying={paying} />
          )}
          {paying && <BankCard {...paying} document={document as Invoice} />}
          <p className="made-with row centred gap-6 small muted">
            <Mark />
            Made with bahi.{contactNumber && ` Questions: ${contactNumber}`}
          </p>
        </div>
        <Paper shared={shared} />
      </main>
    </>
  );
}

function Logo({ agencyName, logoUrl }: Estimate["supplier"]) {
  return (
    <span className="logo" aria-hidden="true">
      {logoUrl ? <img src={logoUrl} alt="" /> : agencyName.slice(0, 1).toUpperCase()}
    </span>
  );
}

function Paper({ shared }: { shared: SharedDocument }) {
  if (shared.entity === "invoice") return <InvoiceDocument invoice={shared.document} />;
  if (shared.entity === "note") return <NoteDocument note={shared.document} />;
  return <EstimateDocument estimate={shared.document} />;
}

/** Explains why there is no document, as far as the client may know. */
export function ClientWord({ closed }: { closed: Closed | TooMany }) {
  return (
    <main className="client-word grid items-mid gap-12 text-mid" id="main">
      <Mark />
      <h1>{TITLES[closed.state]}</h1>
      <p className="soft">{describeClosed(closed)}</p>
    </main>
  );
}

interface TooMany {
  state: "tooMany";
}

const TITLES = {
  ended: "This link has ended",
  closed: "This agency is closed",
  unsent: "This is not ready yet",
  unknown: "Page not found",
  tooMany: "Too many invalid links",
};

function describeClosed(closed: Closed | TooMany): string {
  if (closed.state === "ended") return `Ask ${closed.agencyName} for a new one.`;
  if (closed.state === "closed")
    return `${closed.agencyName} has closed its books here. Ask them for a copy.`;
  if (closed.state === "unsent")
    return `${closed.agencyName} has not sent this yet. Try again later.`;
  if (closed.state === "tooMany") return "Wait a minute, then open your link again.";
  return "The link may be incomplete. Open it again from the message you received.";
}
