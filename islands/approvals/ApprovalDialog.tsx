import { useState } from "react";
import { type Approval, Refusing } from "../../domain/agencies/approvals.ts";
import { formatDate, formatMoment } from "../../domain/dates.ts";
import { send } from "../browser/api.ts";
import { can, readSession } from "../browser/session.ts";
import { AttachmentList } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useAttachments } from "../ui/useAttachments.ts";
import { useBusy } from "../ui/useBusy.ts";
import { stateText } from "./columns.tsx";
import { decide } from "./decide.ts";

interface Props {
  approval: Approval;
  onChanged(): void;
  onClose(): void;
}

/**
 * A requested payment with its attachments. An owner approves or refuses it, the requester may withdraw it.
 */
export function ApprovalDialog(props: Props) {
  const [refuses, setRefuses] = useState(false);
  if (refuses) return <RefuseForm {...props} />;
  return <ApprovalActions {...props} onRefuse={() => setRefuses(true)} />;
}

function ApprovalActions({ approval, onChanged, onClose, onRefuse }: Props & { onRefuse(): void }) {
  const { state, billId, transactionId } = approval;
  // An approved payment's attachments belong to its transaction.
  const attachments = useAttachments(
    transactionId
      ? { entity: "transaction", id: transactionId }
      : { entity: "approval", id: approval._id },
  );
  const isMine = approval.asked.by._id === readSession()?.user._id;
  const waits = state === "waiting";
  const act = (decision: "approve" | "withdraw") => async () => {
    if (!(await decide(approval, decision))) return;
    onChanged();
    onClose();
  };
  const [isApproving, approve] = useBusy(act("approve"));
  const [isWithdrawing, withdraw] = useBusy(act("withdraw"));
  const decides = waits && can("approve payments") && !isMine;
  return (
    <Modal title={approval.kind === "Payment" ? "Bill payment" : approval.kind} onClose={onClose}>
      <div className="modal-body">
        <Facts approval={approval} />
        {billId && (
          <p className="help">
            <a href={`/bills/${billId}`}>Open the bill</a>
          </p>
        )}
        <AttachmentList attachments={attachments} />
      </div>
      <div className="modal-foot">
        {waits && isMine && (
          <Button look="quiet" label="Withdraw" isBusy={isWithdrawing} onClick={withdraw} />
        )}
        <Button label="Close" className="spring" onClick={onClose} />
        {decides && <Button label="Refuse…" onClick={onRefuse} />}
        {decides && (
          <Button
            look="primary"
            label="Approve"
            keyName="↵"
            data-autofocus
            isBusy={isApproving}
            onClick={approve}
          />
        )}
        {transactionId && (
          <LinkButton label="Open the transaction" href={transactionsPath(approval)} />
        )}
      </div>
    </Modal>
  );
}

const transactionsPath = ({ date, description }: Approval) =>
  `/transactions?${new URLSearchParams({ dateFrom: date, dateTo: date, q: description, preset: "custom" })}`;

function Facts({ approval }: { approval: Approval }) {
  const { date, amount, description, from, to, asked, decided, reason } = approval;
  return (
    <FactList
      facts={[
        ["Date", formatDate(date)],
        ["Amount", <Money amount={amount} />, "strong"],
        ["Description", description],
        ["From", from],
        ["To", to],
        ["Requested by", `${asked.by.name}, ${formatMoment(asked.at)}`],
        ["Status", `${stateText(approval)}${decided ? `, ${formatMoment(decided.at)}` : ""}`],
        ["Reason", reason],
      ]}
    />
  );
}

function RefuseForm({ approval, onChanged, onClose }: Props) {
  const form = useAppForm({
    needs: "approve payments",
    values: { reason: "" },
    schema: Refusing,
    save: (body: object) => send("POST", `/api/approvals/${approval._id}/refuse`, body),
    onSaved: afterSave("Refused", { onSaved: onChanged, onClose }),
    otherwise: "Could not refuse the payment",
    onFailure: onChanged,
  });
  return (
    <FormDialog title="Refuse" verb="Refuse" form={form} onClose={onClose}>
      <p className="notice">{`${approval.description}, requested by ${approval.asked.by.name}`}</p>
      <TextField label="Reason" required data-autofocus field={form.field("reason")} />
    </FormDialog>
  );
}
