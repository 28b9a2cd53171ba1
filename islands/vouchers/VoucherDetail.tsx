import { useEffect, useState } from "react";
import { formatMoment } from "../../domain/dates.ts";
import type { Application } from "../../domain/documents/notes.ts";
import type { Voucher } from "../../domain/documents/vouchers.ts";
import { Failure, send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ApplicationList } from "../notes/ApplicationList.tsx";
import { DeleteApplication, type Holder, useApplying, useRefunding } from "../notes/dialogs.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { Standing } from "../ui/Standing.tsx";
import { FailedToLoad, Loading, Missing } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { saveVoucher, VoucherPill } from "./status.tsx";
import { VoucherDocument } from "./VoucherDocument.tsx";

/** One voucher, by the id that its address ends with: the document, and what came of it. */
export default function VoucherDetail() {
  const id = typeof location === "undefined" ? "" : location.pathname.split("/").at(-1);
  const { data, failure, reload } = useFetch<Voucher>(`/api/vouchers/${id}`);
  useEffect(() => {
    if (data) document.title = `${data.number} · bahi`;
  }, [data]);
  if (failure instanceof Failure && failure.status === 404) {
    const way = { href: "/vouchers", way: "Go to Advances" };
    return <Missing icon="receipt-text" title="Voucher not found" {...way} />;
  }
  if (failure && !data) {
    const said = { label: "Voucher", otherwise: "Failed to load voucher" };
    return <FailedToLoad {...said} failure={failure} onRetry={reload} />;
  }
  if (data) return <Loaded voucher={data} onChanged={reload} />;
  return (
    <Loading label="Voucher" text="Loading voucher...">
      <h1 className="sr-only">Voucher</h1>
    </Loading>
  );
}

interface Props {
  voucher: Voucher;
  onChanged(): void;
}

const CANCELLED =
  "This advance is cancelled, and its income with it. It counts in no total, and its number is not reused.";

function Loaded({ voucher, onChanged }: Props) {
  const [isToCancel, setToCancel] = useState(false);
  const [toTakeBack, setToTakeBack] = useState<Application>();
  const holder: Holder = { ...voucher, folder: "vouchers" };
  const using = useApplying(holder, onChanged);
  const refunding = useRefunding(holder, onChanged);
  const { status, kind, createdBy, createdAt } = voucher;
  const acts = { voucher, onUse: using.open };
  return (
    <>
      <Actions {...acts} onCancel={() => setToCancel(true)} onRefund={refunding.open} />
      {status === "CANCELLED" && <Standing icon="info" sentences={[CANCELLED]} />}
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
          <p className="small muted side-note">
            {`Created by ${createdBy.fullName}, ${formatMoment(createdAt)}`}
          </p>
        </div>
      </div>
      <PhoneBar {...acts} />
      {using.dialog}
      {refunding.dialog}
      {isToCancel && (
        <CancelVoucher {...{ voucher, onChanged }} onClose={() => setToCancel(false)} />
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
  onUse(): void;
}

const mayBeCancelled = ({ kind, status, used, refunded }: Voucher) =>
  kind === "RECEIPT_VOUCHER" && status !== "CANCELLED" && used === 0 && refunded === 0;

function Actions({ voucher, ...on }: ActProps & { onCancel(): void; onRefund(): void }) {
  const [isSaving, save] = useBusy(() => saveVoucher(voucher));
  return (
    <div className="page-head invoice-head">
      <a className="icon-btn" href="/vouchers" aria-label="Back to advances">
        <Icon name="arrow-left" />
      </a>
      <div className="page-title">
        <h1 className="doc">{voucher.number}</h1>
        <VoucherPill voucher={voucher} />
      </div>
      <div className="actions wide invoice-acts">
        {mayBeCancelled(voucher) && can("cancel advances") && (
          <Button look="quiet" label="Cancel" className="is-danger" onClick={on.onCancel} />
        )}
        <Button icon="download" label="Download PDF" isBusy={isSaving} onClick={save} />
        {voucher.held > 0 && can("refund advances") && (
          <Button label="Refund" onClick={on.onRefund} />
        )}
        {voucher.held > 0 && <Button look="primary" label="Use Advance" onClick={on.onUse} />}
      </div>
    </div>
  );
}

/** On a phone the next step is under the thumb. */
function PhoneBar({ voucher: { held }, onUse }: ActProps) {
  if (held <= 0) return null;
  return (
    <section className="bar-phone" aria-label="Next step">
      <div className="bar-sum">
        <span className="small muted">Held</span>
        <strong>
          <Money amount={held} />
        </strong>
      </div>
      <Button look="primary" label="Use Advance" onClick={onUse} />
    </section>
  );
}

/** What is left of it. */
function Sums({ voucher: { amount, used, refunded, held } }: { voucher: Voucher }) {
  return (
    <section className="card" aria-labelledby="held">
      <h2 className="soft small" id="held">
        Held for the client
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

/** There is no Undo: the number is spent. */
function CancelVoucher({ voucher, ...props }: Props & { onClose(): void }) {
  const { _id, number, clientId, amount } = voucher;
  return (
    <ConfirmDelete
      {...props}
      onRefused={props.onChanged}
      title="Cancel Advance"
      verb="Cancel advance"
      run={() => send("POST", `/api/vouchers/${_id}/cancel`, {})}
      success="Advance cancelled"
      otherwise="Error cancelling advance"
    >
      <p>Are you sure you want to cancel this advance? Its income is deleted with it.</p>
      <p className="strong">{`${number}, ${clientId.displayName}, ${moneyText(amount)}`}</p>
      <p>This cannot be undone, and the number is not reused.</p>
    </ConfirmDelete>
  );
}
