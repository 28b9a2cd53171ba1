import { type ReactNode, useEffect, useState } from "react";
import { formatMoment } from "../../domain/dates.ts";
import { type Receipt, receiptFileName } from "../../domain/documents/receipts.ts";
import { toReceiptMail } from "../../domain/mail/about.ts";
import { Failure, failureText, get } from "../browser/api.ts";
import { UNDONE } from "../browser/pageEvents.ts";
import { can } from "../browser/session.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { leaveUndone } from "../browser/undo.ts";
import { CommentsButton } from "../comments/CommentsButton.tsx";
import { useMailing } from "../mail/useMailing.tsx";
import { AttachmentList } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { Facts, PageHead, Section } from "../ui/Page.tsx";
import { Loading, Missing } from "../ui/states.tsx";
import { useAttachments } from "../ui/useAttachments.ts";
import { useBusy } from "../ui/useBusy.ts";
import { useOn } from "../ui/useOn.ts";
import { DeleteReceipt, saveReceipt } from "./actions.tsx";
import { Paid } from "./Paid.tsx";

/** The page of a receipt. The id is the last part of the path. */
export default function ReceiptDetail() {
  const { receipt, isMissing } = useReceipt();
  const [isToDelete, setToDelete] = useState(false);
  const [isSaving, save] = useBusy(async () => receipt && saveReceipt(receipt));
  const mailing = useMailing({
    noun: "receipt",
    _id: receipt?._id ?? "",
    about: receipt && toReceiptMail(receipt),
    fileName: receipt ? receiptFileName(receipt.receiptNumber) : "",
    onOpen: save,
    onChanged() {},
  });
  if (isMissing) {
    const way = { href: "/receipts", way: "Go to Receipts" };
    return <Missing icon="receipt-indian-rupee" title="Receipt not found" {...way} />;
  }
  return (
    <>
      <PageHead
        title="Receipt Details"
        back={{ href: "/receipts", label: "Back to receipts" }}
        aside={<span className="doc text-13 muted">{receipt?.receiptNumber}</span>}
      >
        {receipt && can("delete receipts") && (
          <Button
            look="quiet"
            icon="trash-2"
            label="Delete"
            className="is-danger"
            onClick={() => setToDelete(true)}
          />
        )}
        {receipt && <CommentsButton record={{ entity: "receipt", id: receipt._id }} />}
        {mailing.button(false)}
        <Button
          look="primary"
          icon="download"
          label="Download PDF"
          disabled={!receipt}
          isBusy={isSaving}
          onClick={save}
        />
      </PageHead>
      {receipt ? (
        <>
          {mailing.callout}
          <Details receipt={receipt} sent={mailing.panel} />
        </>
      ) : (
        <Loading label="Receipt" text="Loading receipt..." />
      )}
      {mailing.dialog}
      {receipt && isToDelete && (
        <DeleteReceipt
          receipt={receipt}
          onChanged={() => goToReceipts("success", "Receipt deleted successfully")}
          onClose={() => setToDelete(false)}
        />
      )}
    </>
  );
}

/** If it cannot be loaded, goes back to the list (specification, section 8). */
function useReceipt() {
  const [state, setState] = useState<{ receipt?: Receipt; isMissing?: true }>({});
  useEffect(() => loadReceipt(setState, () => setState({ isMissing: true })), []);
  useOn(UNDONE, () => loadReceipt(setState, () => leaveUndone("/receipts")));
  return state;
}

function loadReceipt(onLoaded: (found: { receipt: Receipt }) => void, onMissing: () => void): void {
  const id = location.pathname.split("/").at(-1);
  get<{ receipt: Receipt }>(`/api/receipts/${id}`).then(onLoaded, (failure) => {
    if (failure instanceof Failure && failure.status === 404) onMissing();
    else goToReceipts("error", failureText(failure, "Failed to load receipt"));
  });
}

function goToReceipts(type: "success" | "error", text: string): void {
  showToastAfterNavigation(type, text);
  location.href = "/receipts";
}

const LINES = { className: "receipt-facts grid gap-8 text-13", cell: "receipt-lines" };

/** The sections of the details, without empty ones. */
function Details({ receipt, sent }: { receipt: Receipt; sent: ReactNode }) {
  const { client, accountId, metadataSnapshot, createdBy } = receipt;
  const attachments = useAttachments({ entity: "receipt", id: receipt._id });
  return (
    <div className="form-cols receipt-detail">
      <div className="panel">
        <section className="section" aria-label="Amount">
          <p className="receipt-amount tight semi">
            <Money amount={receipt.amount} big />
          </p>
          <p className="doc breaks strong wraps">{receipt.receiptNumber}</p>
          <p className="soft">{longDate(receipt.date)}</p>
        </section>
        <div className="receipt-cols grid cols-2 line-above">
          <Section title="Received From">
            <Facts
              {...LINES}
              facts={[
                ["Name", client.name],
                ["Phone", client.phone],
                ["Email", client.email],
                ["Address", client.address],
              ]}
            />
          </Section>
          <Section title="Payment Details">
            <Facts
              {...LINES}
              facts={[
                ["Purpose", receipt.purpose],
                ["Mode", receipt.mode],
                ["Reference", receipt.reference],
                ["Account", `${accountId.name} (${accountId.type})`],
              ]}
            />
          </Section>
        </div>
        {receipt.notes && (
          <Section title="Notes">
            <p className="receipt-lines">{receipt.notes}</p>
          </Section>
        )}
      </div>
      <div className="side-col">
        {sent}
        <div className="panel">
          <Paid receiptId={receipt._id} />
          {receipt.transactionId && (
            <Section title="Linked Transaction">
              <p className="mb-8 soft">The income of this receipt is recorded as a transaction.</p>
              <LinkButton
                label="View Transactions"
                href={`/transactions?${new URLSearchParams({ q: receipt.receiptNumber, preset: "custom" })}`}
              />
            </Section>
          )}
          <Section title="Papers">
            <AttachmentList attachments={attachments} />
          </Section>
          <Section title="Additional Information">
            <Facts
              {...LINES}
              facts={[
                ["Created By", createdBy.fullName],
                ["Created At", formatMoment(receipt.createdAt)],
                ["Agency", metadataSnapshot.agencyName],
                ["GSTIN", metadataSnapshot.gstin],
              ]}
            />
          </Section>
        </div>
      </div>
    </div>
  );
}

const LONG = new Intl.DateTimeFormat("en-IN", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** `Saturday, 21 November 2026`. */
const longDate = (date: string) => LONG.format(new Date(`${date}T00:00:00Z`));
