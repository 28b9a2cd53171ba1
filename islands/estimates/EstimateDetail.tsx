import { computeUnbilled, type Estimate, mayBeEdited } from "../../domain/documents/estimates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { toEstimateMail } from "../../domain/mail/about.ts";
import { toRupees } from "../../domain/money.ts";
import { STATUSES } from "../invoices/status.tsx";
import { useMailing } from "../mail/useMailing.tsx";
import { LinkPanel } from "../sharing/LinkPanel.tsx";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Button } from "../ui/Button.tsx";
import { DocumentDetail, usePosting } from "../ui/DocumentDetail.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { EstimateDocument } from "./EstimateDocument.tsx";
import { EstimatePill, saveEstimate } from "./status.tsx";

const ABOUT = { folder: "estimates", list: "Estimates" } as const;

export default function EstimateDetail() {
  return (
    <DocumentPage<Estimate>
      {...ABOUT}
      name="Estimate"
      icon="file-text"
      title={({ number }) => number}
    >
      {(estimate, onChanged) => <Loaded estimate={estimate} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  estimate: Estimate;
  onChanged(): void;
}

function Loaded({ estimate, onChanged }: Props) {
  const { _id, status, grandTotal } = estimate;
  const isDraft = status === "DRAFT";
  const billing = useLazyDialog(() => import("./BillForm.tsx").then(({ BillForm }) => BillForm));
  const [isBusy, onSend] = useStatus(estimate, "send", onChanged);
  const mailing = useMailing({
    noun: "estimate",
    _id,
    about: toEstimateMail(estimate),
    onChanged,
    fileName: documentFileName("Estimate", estimate.number),
    shareable: toShareable(estimate),
    paper: <EstimateDocument estimate={estimate} />,
    onOpen: () => void saveEstimate(estimate),
  });
  return (
    <DocumentDetail
      {...ABOUT}
      document={estimate}
      pill={<EstimatePill estimate={estimate} />}
      mayBeEdited={mayBeEdited(estimate)}
      save={() => saveEstimate(estimate)}
      mailing={mailing}
      actions={status === "SENT" && <Answers estimate={estimate} onChanged={onChanged} />}
      next={
        isDraft
          ? { icon: "send", label: "Send Estimate", isBusy, onClick: onSend }
          : mayBeBilled(estimate) && {
              label: "Create Invoice",
              onClick: () => billing.open(undefined),
            }
      }
      step={{ label: "Total", amount: grandTotal }}
      paper={<EstimateDocument estimate={estimate} />}
      side={
        <>
          <Billed estimate={estimate} />
          {mailing.panel}
          <LinkPanel thing={toShareable(estimate)} onSent={onChanged} />
          <Invoices {...estimate} />
        </>
      }
      dialogs={billing.draw((Form) => (
        <Form estimate={estimate} onChanged={onChanged} onClose={billing.close} />
      ))}
      onChanged={onChanged}
    />
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

const useStatus = ({ _id }: Estimate, verb: keyof typeof DONE, onChanged: () => void) =>
  usePosting(
    `/api/estimates/${_id}/${verb}`,
    { success: DONE[verb], otherwise: "Error changing estimate" },
    onChanged,
  );

const mayBeBilled = (estimate: Estimate) =>
  estimate.status !== "DECLINED" && computeUnbilled(estimate) > 0;

function Answers({ estimate, onChanged }: Props) {
  const [isDeclining, decline] = useStatus(estimate, "decline", onChanged);
  const [isAccepting, accept] = useStatus(estimate, "accept", onChanged);
  return (
    <>
      <Button needs="enter books" label="Mark as declined" isBusy={isDeclining} onClick={decline} />
      <Button needs="enter books" label="Mark as accepted" isBusy={isAccepting} onClick={accept} />
    </>
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
      <dl className="sums mt-16">
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
