import { useEffect, useEffectEvent, useState } from "react";
import type { Metadata } from "../../domain/agencies/agency.ts";
import type { ClientList } from "../../domain/documents/clients.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { TransactionList } from "../../domain/ledger/transactions.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { Failure } from "../browser/api.ts";
import { can, readSession } from "../browser/session.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { addUsualCategories } from "../masters/usualCategories.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** The local storage key for an agency: whether its first steps are in progress or hidden. */
const setupKey = () => `bahi-first-steps ${readSession()?.user.agencySlug ?? ""}`;

/**
 * Returns whether to show the first steps: from the agency's start without transactions until all are done
 * or hidden.
 */
export function useFirstSteps(isNew: boolean) {
  const [, setTurn] = useState(0);
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(setupKey());
  useEffect(() => {
    const key = setupKey();
    if (isNew && localStorage.getItem(key) === null) localStorage.setItem(key, "begun");
  }, [isNew]);
  return {
    isShown: stored !== "over" && (isNew || stored === "begun"),
    end: () => {
      localStorage.setItem(setupKey(), "over");
      setTurn((turn) => turn + 1);
    },
  };
}

interface Step {
  isDone: boolean;
  title: string;
  text: string;
  /** The link or the function that starts the step. */
  way: string | (() => void);
  verb: string;
  isBusy?: boolean;
}

/** The first steps, each ticked once the books contain its data. */
export function FirstSteps({ onHide }: { onHide(): void }) {
  const { steps, failed } = useSteps();
  const retry = () => {
    for (const { reload } of failed) reload();
  };
  const next = steps?.find(({ isDone }) => !isDone);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isComplete = steps !== undefined && done === steps.length;
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (isComplete) hide();
  }, [isComplete]);
  return (
    <section
      className={`panel first-steps ${hiddenFrom("enter books")}`}
      aria-labelledby="first-steps"
      aria-busy={!steps && failed.length === 0}
    >
      <div className="panel-head">
        <h2 id="first-steps">Set up your books</h2>
        {steps && <span className="muted small">{`${done} of ${steps.length} done`}</span>}
        <Button look="quiet" label="Hide" className="spring" onClick={onHide} />
      </div>
      {failed.length > 0 && (
        <p className="panel-body">
          <NotLoaded text="Your progress could not be loaded" onRetry={retry} />
        </p>
      )}
      <ul>
        {steps?.map((step) => (
          <StepLine key={step.title} step={step} isNext={step === next} />
        ))}
      </ul>
    </section>
  );
}

function StepLine({ step, isNext }: { step: Step; isNext: boolean }) {
  const { isDone, title, text, way, verb, isBusy = false } = step;
  const button = { look: isNext && ("primary" as const), label: verb };
  return (
    <li
      className={`check grid items-center gap-12 p-12-16 line-above text-13 ${isDone ? "done" : ""}`}
    >
      <Icon name={isDone ? "circle-check" : "circle"} />
      <div>
        <div className="strong">{title}</div>
        <div className="cell-sub">{text}</div>
      </div>
      {isDone ? (
        <span className="sr-only">Done</span>
      ) : typeof way === "string" ? (
        <LinkButton {...button} href={way} />
      ) : (
        <Button {...button} isBusy={isBusy} onClick={way} />
      )}
    </li>
  );
}

/** Returns no steps until all data has loaded. Requests that failed can be retried. */
function useSteps(): { steps?: Step[]; failed: Loaded<unknown>[] } {
  const metadata = useFetch<{ metadata: Metadata }>("/api/metadata");
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const clients = useFetch<ClientList>("/api/clients");
  const invoices = useFetch<InvoiceList>("/api/invoices?limit=1");
  const entries = useFetch<TransactionList>("/api/transactions?limit=1");
  const [isBusy, addUsual] = useBusy(() => addUsualCategories().then(categories.reload));
  const all = [metadata, accounts, categories, clients, invoices, entries];
  // An agency without details returns 404.
  const isNone = ({ failure }: Loaded<unknown>) =>
    failure instanceof Failure && failure.status === 404;
  const failed = all.filter((one) => one.failure !== undefined && !isNone(one));
  if (all.some((one) => !one.data && !isNone(one))) return { failed };
  const agency = metadata.data?.metadata;
  const details: Step = {
    isDone: Boolean(agency?.location || agency?.gstNumber),
    title: "Add your agency’s details",
    text: "The address, GST number and logo your invoices show",
    way: "/settings/metadata",
    verb: "Agency details",
  };
  const steps = [
    ...(can("manage metadata") ? [details] : []),
    {
      isDone: (accounts.data?.accounts.length ?? 0) > 0,
      title: "Add your accounts",
      text: "Bank, cash and wallets, each with its opening balance",
      way: "/settings/masters#new",
      verb: "Add an account",
    },
    {
      isDone: (categories.data?.categories.length ?? 0) > 0,
      title: "Choose your categories",
      text: "Start with the categories most agencies use; change them at any time",
      way: addUsual,
      verb: "Add common categories",
      isBusy,
    },
    {
      isDone: (clients.data?.clients.length ?? 0) > 0,
      title: "Add a client",
      text: "Their GSTIN fills in the state, and the state decides the tax",
      way: "/clients#new",
      verb: "Add Client",
    },
    {
      isDone: (invoices.data?.total ?? 0) > 0,
      title: "Write your first invoice",
      text: "It stays a draft until you send it",
      way: "/invoices/new",
      verb: "Create Invoice",
    },
    {
      isDone: (entries.data?.total ?? 0) > 0,
      title: "Import your transactions",
      text: "Upload a CSV of past transactions, or add the first one in Transactions",
      way: "/transactions#import",
      verb: "Import a CSV",
    },
  ];
  return { steps, failed };
}
