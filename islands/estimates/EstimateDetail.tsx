import { computeUnbilled, type Estimate, mayBeEdited } from "../../domain/documents/estimates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { toEstimateMail } from "../../domain/mail/about.ts";
import { toRupees } from "../../domain/money.ts";
import { send, toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { STATUSES } from "../invoices/status.tsx";
import { type Mailing, useMailing } from "../mail/useMailing.tsx";
import { LinkPanel } from "../sharing/LinkPanel.tsx";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DocumentHead, DocumentPage, MadeBy, NextStep } from "../ui/DocumentPage.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { EstimateDocument } from "./EstimateDocument.tsx";
import { EstimatePill, saveEstimate } from "./status.tsx";

export default function EstimateDetail() {
  const about = { name: "Estimate", folder: "estimates", list: "Estimates" } as const;
  return (
    <DocumentPage<Estimate> {...about} icon="file-text" title={({ number }) => number}>
      {(estimate, onChanged) => <Loaded estimate={estimate} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  estimate: Estimate;
  onChanged(): void;
}

function Loaded({ estimate, onChanged }: Props) {
  const billing = useLazyDialog(() => import("./BillForm.tsx").then(({ BillForm }) => BillForm));
  const [isSending, onSend] = useBusy(() => changeStatus(estimate, "send").then(onChanged));
  const [isAnswering, onAccept] = useBusy(() => changeStatus(estimate, "accept").then(onChanged));
  const onBill = () => billing.open(undefined);
  const mailing = useMailing({
    noun: "estimate",
    _id: estimate._id,
    about: toEstimateMail(estimate),
    onChanged,
    fileName: documentFileName("Estimate", estimate.number),
    shareable: toShareable(estimate),
    paper: <EstimateDocument estimate={estimate} />,
    onOpen: () => void saveEstimate(estimate),
  });
  const acts = { estimate, mailing, isSending, onSend, onBill };
  return (
    <>
      <Actions {...acts} isAnswering={isAnswering} onAccept={onAccept} onChanged={onChanged} />
      {mailing.callout}
      <div className="form-cols">
        <EstimateDocument estimate={estimate} />
        <div className="side-col">
          <Billed estimate={estimate} />
          {mailing.panel}
          <LinkPanel thing={toShareable(estimate)} onSent={onChanged} />
          <Invoices {...estimate} />
          <MadeBy {...estimate} />
        </div>
      </div>
      {hasNext(estimate) && (
        <NextStep label="Total" amount={estimate.grandTotal}>
          {mailing.next(estimate.status === "DRAFT") || <Next {...acts} />}
        </NextStep>
      )}
      {mailing.dialog}
      {billing.draw((Form) => (
        <Form estimate={estimate} onChanged={onChanged} onClose={billing.close} />
      ))}
    </>
  );
}

const toShareable = (estimate: Estimate): Shareable => ({
  ...estimate,
  entity: "estimate",
  amount: estimate.grandTotal,
});

const DONE = {
  send: "Estimate marked as sent",
  accept: "Estimate accepted",
  decline: "Estimate declined",
};

/** If the server refuses, another user was quicker, so the page reloads its data either way. */
async function changeStatus({ _id }: Estimate, verb: keyof typeof DONE): Promise<void> {
  try {
    await send("POST", `/api/estimates/${_id}/${verb}`, {});
    showToast("success", DONE[verb]);
  } catch (failure) {
    toastError("Error changing estimate")(failure);
  }
}

interface ActProps {
  estimate: Estimate;
  mailing: Mailing;
  isSending: boolean;
  onSend(): void;
  onBill(): void;
}

const mayBeBilled = (estimate: Estimate) =>
  estimate.status !== "DECLINED" && estimate.status !== "DRAFT" && computeUnbilled(estimate) > 0;
const hasNext = (estimate: Estimate) => estimate.status === "DRAFT" || mayBeBilled(estimate);

interface AllProps extends ActProps {
  isAnswering: boolean;
  onAccept(): void;
  onChanged(): void;
}

function Actions({ isAnswering, onAccept, onChanged, ...acts }: AllProps) {
  const { estimate } = acts;
  const { _id, number, status } = estimate;
  const [isSaving, save] = useBusy(() => saveEstimate(estimate));
  const [isDeclining, decline] = useBusy(() => changeStatus(estimate, "decline").then(onChanged));
  const edit = mayBeEdited(estimate) && `/estimates/${_id}/edit`;
  useKeys(edit ? { e: goTo(edit) } : {}, "enter books");
  return (
    <DocumentHead
      back={{ href: "/estimates", label: "Back to estimates" }}
      number={number}
      pill={<EstimatePill estimate={estimate} />}
    >
      {edit && (
        <LinkButton
          needs="enter books"
          icon="pencil"
          label="Edit"
          href={edit}
          aria-keyshortcuts="e"
        />
      )}
      <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={save} />
      {status === "SENT" && (
        <>
          <Button
            needs="enter books"
            label="Mark as declined"
            isBusy={isDeclining}
            onClick={decline}
          />
          <Button
            needs="enter books"
            label="Mark as accepted"
            isBusy={isAnswering}
            onClick={onAccept}
          />
        </>
      )}
      {status !== "DRAFT" && acts.mailing.button(false)}
      <Next {...acts} />
      {status === "DRAFT" && acts.mailing.button(true)}
    </DocumentHead>
  );
}

/** The primary action: send a draft, or bill the rest of a sent estimate. */
function Next({ estimate, mailing, isSending, onSend, onBill }: ActProps) {
  if (estimate.status === "DRAFT") {
    const look = !mailing.isReady && "primary";
    const press = { look, isBusy: isSending, onClick: onSend } as const;
    return <Button needs="enter books" icon="send" label="Send Estimate" {...press} />;
  }
  return (
    mayBeBilled(estimate) && (
      <Button needs="enter books" look="primary" label="Create Invoice" onClick={onBill} />
    )
  );
}

/** The amounts already billed, and the rest. */
function Billed({ estimate }: { estimate: Estimate }) {
  const { taxableValue, billed } = estimate;
  return (
    <section className="card" aria-labelledby="billed">
      <h2 className="soft small" id="billed">
        Not yet billed (before GST)
      </h2>
      <div className="due">
        <Money amount={Math.max(0, toRupees(computeUnbilled(estimate)))} big />
      </div>
      <dl className="sums gap-top">
        <Sum name="Billed" amount={billed} />
        <Sum name="Estimate" amount={taxableValue} className="rule" />
      </dl>
    </section>
  );
}

function Invoices({ invoices }: Estimate) {
  return (
    <section className="panel" aria-labelledby="invoices">
      <div className="panel-head">
        <h2 id="invoices">Invoices</h2>
      </div>
      {invoices.length === 0 && <p className="entry-none">Not billed yet.</p>}
      <ul>
        {invoices.map(({ _id, number, status, taxableValue }) => (
          <li className="entry pad" key={_id}>
            <div>
              <a className="doc" href={`/invoices/${_id}`}>
                {number}
              </a>
              <div className="cell-sub">{STATUSES[status].label}</div>
            </div>
            <div className="amt">
              <Money amount={taxableValue} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
