import { useState } from "react";
import { documentFileName } from "../../domain/documents/invoices.ts";
import type { Application } from "../../domain/documents/notes.ts";
import type { Voucher } from "../../domain/documents/vouchers.ts";
import { toVoucherMail } from "../../domain/mail/about.ts";
import { useIsClosed } from "../browser/lock.ts";
import { can } from "../browser/session.ts";
import { type Mailing, useMailing } from "../mail/useMailing.tsx";
import { ApplicationList } from "../notes/ApplicationList.tsx";
import { DeleteApplication, useApplying, useRefunding } from "../notes/dialogs.tsx";
import { Button } from "../ui/Button.tsx";
import { CancelDocument } from "../ui/CancelDocument.tsx";
import { DocumentHead, DocumentPage, MadeBy, NextStep } from "../ui/DocumentPage.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { StatusNote } from "../ui/StatusNote.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { saveVoucher, VoucherPill } from "./status.tsx";
import { VoucherDocument } from "./VoucherDocument.tsx";

export default function VoucherDetail() {
  const about = { name: "Voucher", folder: "vouchers", list: "Advances" } as const;
  return (
    <DocumentPage<Voucher> {...about} icon="receipt-text" title={({ number }) => number}>
      {(voucher, onChanged) => <Loaded voucher={voucher} onChanged={onChanged} />}
    </DocumentPage>
  );
}

interface Props {
  voucher: Voucher;
  onChanged(): void;
}

const CANCELLED =
  "This advance and its income are cancelled. It is left out of all totals, and its number is not reused.";

function Loaded({ voucher, onChanged }: Props) {
  const [isToCancel, setToCancel] = useState(false);
  const [toTakeBack, setToTakeBack] = useState<Application>();
  const holder = { ...voucher, folder: "vouchers" } as const;
  const using = useApplying(holder, onChanged);
  const refunding = useRefunding(holder, onChanged);
  const { status, kind } = voucher;
  const mailing = useMailing({
    noun: "voucher",
    _id: voucher._id,
    about: toVoucherMail(voucher),
    onChanged,
    fileName: documentFileName(voucher.title, voucher.number),
    paper: <VoucherDocument voucher={voucher} />,
    onOpen: () => void saveVoucher(voucher),
  });
  const acts = { voucher, mailing, onUse: using.open };
  return (
    <>
      <Actions {...acts} onCancel={() => setToCancel(true)} onRefund={refunding.open} />
      {status === "CANCELLED" && <StatusNote icon="info" sentences={[CANCELLED]} />}
      {mailing.callout}
      <div className="form-cols">
        <VoucherDocument voucher={voucher} />
        <div className="side-col">
          {kind === "RECEIPT_VOUCHER" && status !== "CANCELLED" && (
            <>
              <Sums voucher={voucher} />
              <ApplicationList
                title="Used on"
                applications={voucher.applications}
                onTakeBack={setToTakeBack}
              />
            </>
          )}
          {mailing.panel}
          <MadeBy {...voucher} />
        </div>
      </div>
      <PhoneBar {...acts} />
      {mailing.dialog}
      {using.dialog}
      {refunding.dialog}
      {isToCancel && (
        <CancelVoucher voucher={voucher} onChanged={onChanged} onClose={() => setToCancel(false)} />
      )}
      {toTakeBack && (
        <DeleteApplication
          application={toTakeBack}
          onChanged={onChanged}
          onClose={() => setToTakeBack(undefined)}
        />
      )}
    </>
  );
}

interface ActProps {
  voucher: Voucher;
  mailing: Mailing;
  onUse(): void;
}

const mayBeCancelled = ({ kind, status, used, refunded }: Voucher) =>
  kind === "RECEIPT_VOUCHER" && status !== "CANCELLED" && used === 0 && refunded === 0;

function Actions({ voucher, mailing, ...on }: ActProps & { onCancel(): void; onRefund(): void }) {
  const isLocked = useIsClosed(voucher.date);
  const [isSaving, save] = useBusy(() => saveVoucher(voucher));
  return (
    <DocumentHead
      back={{ href: "/vouchers", label: "Back to advances" }}
      number={voucher.number}
      date={voucher.date}
      pill={<VoucherPill voucher={voucher} />}
    >
      {!isLocked && mayBeCancelled(voucher) && can("cancel advances") && (
        <Button look="quiet" label="Cancel" className="is-danger" onClick={on.onCancel} />
      )}
      <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={save} />
      {voucher.held > 0 && can("refund advances") && (
        <Button label="Refund" onClick={on.onRefund} />
      )}
      {mailing.button(false)}
      {voucher.held > 0 && (
        <Button needs="enter books" look="primary" label="Use Advance" onClick={on.onUse} />
      )}
    </DocumentHead>
  );
}

function PhoneBar({ voucher: { held }, onUse }: ActProps) {
  if (held <= 0) return null;
  return (
    <NextStep label="Held" amount={held}>
      <Button needs="enter books" look="primary" label="Use Advance" onClick={onUse} />
    </NextStep>
  );
}

function Sums({ voucher: { amount, used, refunded, held } }: { voucher: Voucher }) {
  return (
    <section className="card" aria-labelledby="held">
      <h2 className="soft small" id="held">
        Unused advance
      </h2>
      <div className="due">
        <Money amount={held} big />
      </div>
      <dl className="sums gap-top">
        <Sum name="Used" amount={used} />
        {refunded > 0 && <Sum name="Refunded" amount={refunded} />}
        <Sum name="Advance" amount={amount} className="rule" />
      </dl>
    </section>
  );
}

function CancelVoucher({ voucher, ...props }: Props & { onClose(): void }) {
  const { _id, number, clientId, amount } = voucher;
  return (
    <CancelDocument
      {...props}
      folder="vouchers"
      id={_id}
      isDraft={false}
      title="Advance"
      name="advance"
      question="Are you sure you want to cancel this advance? Its income is deleted with it."
      about={`${number}, ${clientId.displayName}, ${moneyText(amount)}`}
      success="Advance cancelled"
      otherwise="Error cancelling advance"
    />
  );
}
