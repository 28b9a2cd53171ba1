import { useEffect, useEffectEvent, useState } from "react";
import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Features } from "../../domain/agencies/features.ts";
import type { Invitation } from "../../domain/agencies/invitations.ts";
import type { User } from "../../domain/agencies/team.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { ImportBatch } from "../../domain/ledger/imports.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { Failure } from "../browser/api.ts";
import { beginStep } from "../browser/firstSteps.ts";
import { can, readSession } from "../browser/session.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { FeatureList } from "../settings/FeatureList.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { NotLoaded } from "../ui/states.tsx";

/** The local storage key for an agency: whether its first steps are in progress or hidden. */
const setupKey = () => `bahi-first-steps ${readSession()?.user.agencySlug ?? ""}`;

/**
 * Returns whether to show the first steps: from the agency's start without transactions until all are done
 * or hidden.
 */
export function useFirstSteps(isNew: boolean) {
  const [turn, setTurn] = useState(0);
  // The last words of the card stay until the page is left.
  const [isFinished, setFinished] = useState(false);
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(setupKey());
  useEffect(() => {
    const key = setupKey();
    if (isNew && localStorage.getItem(key) === null) localStorage.setItem(key, "begun");
  }, [isNew]);
  const end = () => localStorage.setItem(setupKey(), "over");
  return {
    isShown: isFinished || (stored !== "over" && (isNew || stored === "begun")),
    end: () => {
      end();
      setFinished(false);
      setTurn(turn + 1);
    },
    finish: () => {
      end();
      setFinished(true);
    },
  };
}

interface Step {
  isDone: boolean;
  title: string;
  text: string;
  /** The page of the step, and the label of the link to it. The first step has none. */
  way?: string;
  verb?: string;
}

/** The first steps, each ticked once the books contain its data, and what can be added later. */
export function FirstSteps({ onHide, onDone }: { onHide(): void; onDone(): void }) {
  const { steps, features, failed } = useSteps();
  const retry = () => {
    for (const { reload } of failed) reload();
  };
  const [changed, setChanged] = useState<Features>();
  const next = steps?.find(({ isDone }) => !isDone);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isComplete = steps !== undefined && done === steps.length;
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (isComplete) finish();
  }, [isComplete]);
  const shown = changed ?? features;
  return (
    <div className={`two-one start ${hiddenFrom("enter books")}`}>
      <section
        className="panel"
        aria-labelledby="first-steps"
        aria-busy={!steps && failed.length === 0}
      >
        <div className="panel-head">
          <h2 id="first-steps">First steps</h2>
          {steps && <Progress done={done} of={steps.length} />}
          <Button look="quiet" label="Hide" onClick={onHide} />
        </div>
        {failed.length > 0 && (
          <p className="panel-body">
            <NotLoaded text="Your progress could not be loaded" onRetry={retry} />
          </p>
        )}
        {isComplete && (
          <p className="p-12-16 line-above text-13">
            You are set up. Next: <a href="/banking">upload a bank statement</a>
          </p>
        )}
        {!isComplete && (
          <ol>
            {steps?.map((step) => (
              <StepLine key={step.title} step={step} isNext={step === next} />
            ))}
          </ol>
        )}
      </section>
      {shown && can("manage metadata") && (
        <section className="panel" aria-labelledby="later">
          <div className="panel-head">
            <h2 id="later">Add when you need it</h2>
          </div>
          <FeatureList features={shown} list={LATER} onChanged={setChanged} />
          <p className="row wrap between gap-4-16 p-12-16 line-above small muted">
            Each also appears the first time you use it.
            <a href="/settings/features">All features</a>
          </p>
        </section>
      )}
    </div>
  );
}

const LATER = ["banking", "bills", "gst", "reports", "close"] as const;

const Progress = ({ done, of }: { done: number; of: number }) => (
  <span className="row gap-8 spring">
    <progress value={done} max={of} aria-label="First steps" />
    <span className="muted small num">{`${done} of ${of}`}</span>
  </span>
);

function StepLine({ step, isNext }: { step: Step; isNext: boolean }) {
  const { isDone, title, text, way, verb = "" } = step;
  return (
    <li
      className={`check grid items-center gap-12 p-12-16 line-above text-13 ${isDone ? "done" : ""}`}
      aria-current={isNext ? "step" : undefined}
    >
      <Icon name={isDone ? "circle-check" : "circle"} />
      <div>
        <div className="strong">{title}</div>
        <div className="cell-sub">{text}</div>
      </div>
      {isDone && <span className="sr-only">Done</span>}
      {!isDone && way && (
        <LinkButton
          look={isNext && "primary"}
          label={verb}
          href={way}
          onClick={() => beginStep(title)}
        />
      )}
    </li>
  );
}

interface Loads {
  steps?: Step[];
  features?: Features | undefined;
  failed: Loaded<unknown>[];
}

/** Returns no steps until all data has loaded. Requests that failed can be retried. */
function useSteps(): Loads {
  const isOwner = can("manage metadata");
  const metadata = useFetch<{ metadata: Metadata; features: Features }>("/api/metadata");
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const invoices = useFetch<InvoiceList>("/api/invoices?limit=1");
  const imports = useFetch<{ items: ImportBatch[] }>("/api/imports?limit=1");
  const team = useFetch<{ users: User[] }>(isOwner ? "/api/users/team" : null);
  const invitations = useFetch<{ invitations: Invitation[] }>(
    isOwner ? "/api/users/invitations" : null,
  );
  const all = [metadata, accounts, invoices, imports, ...(isOwner ? [team, invitations] : [])];
  // An agency without details returns 404.
  const isNone = ({ failure }: Loaded<unknown>) =>
    failure instanceof Failure && failure.status === 404;
  const failed = all.filter((one) => one.failure !== undefined && !isNone(one));
  const features = metadata.data?.features;
  if (all.some((one) => !one.data && !isNone(one))) return { features, failed };
  const agency = metadata.data?.metadata;
  const user = readSession()?.user;
  const members = (team.data?.users.length ?? 0) + (invitations.data?.invitations.length ?? 0);
  const ofOwners: Step[] = [
    {
      isDone: Boolean(agency?.location || agency?.gstNumber),
      title: "Add your address, GSTIN and logo",
      text: "They appear on invoices and receipts",
      way: "/settings/metadata",
      verb: "Add details",
    },
    {
      isDone: members > 1,
      title: "Invite your team",
      text: "Staff record, your accountant reviews and files",
      way: "/settings/team#new",
      verb: "Invite",
    },
  ];
  const [details, invite] = isOwner ? ofOwners : [];
  const steps: (Step | undefined)[] = [
    {
      isDone: true,
      title: "Sign up",
      text: [agency?.agencyName, user?.name].filter(Boolean).join(", "),
    },
    sendInvoice(invoices.data),
    {
      isDone: (accounts.data?.accounts.length ?? 0) > 0,
      title: "Add the accounts you use",
      text: "Bank, cash, card or wallet, with today’s balance",
      way: "/settings/masters#new",
      verb: "Add accounts",
    },
    details,
    {
      isDone: (imports.data?.items.length ?? 0) > 0 || features?.banking === true,
      title: "Import what you have",
      text: "A CSV, a bank statement, or books from Tally or Zoho Books",
      way: isOwner ? "/settings/move-in" : "/transactions#import",
      verb: "Import",
    },
    invite,
  ];
  return { steps: steps.filter((step) => step !== undefined), features, failed };
}

/** The step of the first invoice, which ends when it is sent. */
function sendInvoice(invoices: InvoiceList | undefined): Step {
  const hasDraft = (invoices?.total ?? 0) > 0;
  return {
    isDone: (invoices?.totals.grandTotal ?? 0) > 0,
    title: "Send your first invoice",
    text: hasDraft ? "It is a draft until you send it" : "A client, one line, a due date",
    way: hasDraft ? "/invoices" : "/invoices/new",
    verb: hasDraft ? "Open invoices" : "New Invoice",
  };
}
