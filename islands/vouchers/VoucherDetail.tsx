import { documentFileName } from "../../domain/documents/invoices.ts";
import type { Voucher } from "../../domain/documents/vouchers.ts";
import { toVoucherMail } from "../../domain/mail/about.ts";
import { can } from "../browser/session.ts";
import { useMailing } from "../mail/useMailing.tsx";
import { ApplicationList } from "../notes/ApplicationList.tsx";
import { useApplying, useRefunding } from "../notes/dialogs.tsx";
import { Button } from "../ui/Button.tsx";
import { DocumentDetail } from "../ui/DocumentDetail.tsx";
import { DocumentPage } from "../ui/DocumentPage.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { saveVoucher, VoucherPill } from "./status.tsx";
import { VoucherDocument } from "./VoucherDocument.tsx";

const ABOUT = { folder: "vouchers", list: "Advances" } as const;

export default function VoucherDetail() {
  return (
    <DocumentPage<Voucher>
      {...ABOUT}
      name="Voucher"
      icon="receipt-text"
      title={({ number }) => number}
    >
      {(voucher, onChanged) => <Loaded voucher={voucher} onChanged={onChanged} />}
    </DocumentPage>
  );
}

const CANCELLED =
  "This advance and its income are cancelled. It is left out of all totals, and its number is not reused.";

function Loaded({ voucher, onChanged }: { voucher: Voucher; onChanged(): void }) {
  const { _id, date, held, status } = voucher;
  const holder = { ...voucher, folder: "vouchers" } as const;
  const using = useApplying(holder, onChanged);
  const refunding = useRefunding(holder, onChanged);
  const mailing = useMailing({
    noun: "voucher",
    _id,
    about: toVoucherMail(voucher),
    onChanged,
    fileName: documentFileName(voucher.title, voucher.number),
    paper: <VoucherDocument voucher={voucher} />,
    onOpen: () => void saveVoucher(voucher),
  });
  return (
    <DocumentDetail
      {...ABOUT}
      document={voucher}
      date={date}
      pill={<VoucherPill voucher={voucher} />}
      cancelled={[CANCELLED]}
      cancel={mayBeCancelled(voucher) && can("cancel advances") && toCancelling(voucher)}
      mayBeEdited={false}
      save={() => saveVoucher(voucher)}
      mailing={mailing}
      actions={
        held > 0 && can("refund advances") && <Button label="Refund" onClick={refunding.open} />
      }
      next={held > 0 && { label: "Use Advance", onClick: using.open }}
      step={{ label: "Held", amount: held }}
      paper={<VoucherDocument voucher={voucher} />}
      side={
        <>
          {voucher.kind === "RECEIPT_VOUCHER" && status !== "CANCELLED" && (
            <>
              <Sums voucher={voucher} />
              <ApplicationList
                title="Used on"
                applications={voucher.applications}
                onChanged={onChanged}
              />
            </>
          )}
          {mailing.panel}
        </>
      }
      dialogs={
        <>
          {using.dialog}
          {refunding.dialog}
        </>
      }
      onChanged={onChanged}
    />
  );
}

const mayBeCancelled = ({ kind, status, used, refunded }: Voucher) =>
  kind === "RECEIPT_VOUCHER" && status !== "CANCELLED" && used === 0 && refunded === 0;

const toCancelling = ({ number, clientId, amount }: Voucher) => ({
  title: "Advance",
  name: "advance",
  question: "Are you sure you want to cancel this advance? Its income is deleted with it.",
  about: `${number}, ${clientId.displayName}, ${moneyText(amount)}`,
  success: "Advance cancelled",
  otherwise: "Error cancelling advance",
});

function Sums({ voucher: { amount, used, refunded, held } }: { voucher: Voucher }) {
  return (
    <section className="card" aria-labelledby="held">
      <h2 className="soft small" id="held">
        Unused advance
      </h2>
      <div className="due">
        <Money amount={held} big />
      </div>
      <dl className="sums mt-16">
        <Sum name="Used" amount={used} />
        {refunded > 0 && <Sum name="Refunded" amount={refunded} />}
        <Sum name="Advance" amount={amount} className="rule" />
      </dl>
    </section>
  );
}
