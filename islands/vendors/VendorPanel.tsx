import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { countryName } from "../../domain/gst/countries.ts";
import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import type { BillList } from "../../domain/purchases/bills.ts";
import { smallEnterpriseDays } from "../../domain/purchases/bills.ts";
import type { Vendor, VendorDues } from "../../domain/purchases/vendors.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import { BillPill } from "../bills/status.tsx";
import { Failure, failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AttachmentList } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { useAttachments } from "../ui/useAttachments.ts";
import { Advances } from "./Advances.tsx";
import { SupplierReturns } from "./SupplierReturns.tsx";

interface Props {
  id: string;
  onEdit(vendor: Vendor): void;
  onClose(): void;
}

/** A vendor: contact details, balance, and latest bills. */
export function VendorPanel({ id, onEdit, onClose }: Props) {
  const { data, failure, reload } = useFetch<{ vendor: Vendor; dues: VendorDues }>(
    `/api/vendors/${id}`,
  );
  const attachments = useAttachments({ entity: "vendor", id });
  if (failure) {
    const isGone = failure instanceof Failure && failure.status === 404;
    return (
      <Modal title="Vendor" onClose={onClose}>
        <div className="modal-body">
          <p className="notice">
            {isGone ? "Vendor not found" : failureText(failure, "Failed to load vendor")}
          </p>
        </div>
        <div className="modal-foot">
          <Button label="Close" onClick={onClose} />
        </div>
      </Modal>
    );
  }
  const vendor = data?.vendor;
  return (
    <Modal title={vendor?.displayName ?? "Vendor"} wide onClose={onClose}>
      <div className="modal-body client-panel" aria-busy={!data}>
        {data ? <Owed dues={data.dues} /> : <p role="status">Loading vendor...</p>}
        {vendor && <Facts vendor={vendor} />}
        <Latest id={id} />
        {vendor && <Advances vendor={vendor} onChanged={reload} />}
        {vendor?.gstin && (
          <section aria-labelledby="returns">
            <h3 id="returns">Vendor’s GSTR-3B</h3>
            <SupplierReturns vendor={vendor} />
          </section>
        )}
        <section aria-labelledby="papers">
          <h3 id="papers">Attachments</h3>
          <AttachmentList attachments={attachments} />
        </section>
      </div>
      <div className="modal-foot">
        {vendor && (
          <Button
            needs="enter books"
            look="quiet"
            icon="pencil"
            label="Edit"
            onClick={() => onEdit(vendor)}
          />
        )}
        <LinkButton
          label="All bills"
          className="spring"
          href={`/bills?status=ALL&vendorId=${id}`}
        />
        <LinkButton
          needs="enter books"
          look="primary"
          icon="plus"
          label="New bill"
          href={`/bills/new?vendor=${id}`}
        />
      </div>
    </Modal>
  );
}

function Owed({ dues: { toPay, overdue, bills, billed, credit } }: { dues: VendorDues }) {
  const count = pluralize(bills, "bill");
  return (
    <dl className="client-dues">
      <Sum name="To pay" amount={toPay} className="lead" />
      <Sum name="Overdue" amount={overdue} tone={overdue > 0 ? "neg" : ""} />
      <Sum name={`Billed, ${count}`} amount={billed} />
      {credit > 0 && <Sum name="Credit held" amount={credit} />}
    </dl>
  );
}

function Facts({ vendor }: { vendor: Vendor }) {
  const { billingName, billingAddress, city, pin, gstin, pan, state, stateCode, kind } = vendor;
  const { country, email, phone, tdsRule, isSmallEnterprise, isAssociated, notes } = vendor;
  return (
    <FactList
      facts={[
        ["Billing name", billingName],
        ["Kind", CLIENT_KIND_NAMES[kind]],
        ["GSTIN", gstin, "num"],
        ["PAN", pan, "num"],
        ["TDS", tdsRule && TDS_LAW[tdsRule].name],
        [
          "MSMED Act",
          isSmallEnterprise &&
            `Small enterprise, paid within ${smallEnterpriseDays(vendor.agreedDays)} days`,
        ],
        ["Email", email && <a href={`mailto:${email}`}>{email}</a>],
        ["Phone", phone && <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>],
        [
          "Address",
          [billingAddress, [city, pin].filter(Boolean).join(" ")].filter(Boolean).join(", "),
        ],
        ["State", [stateCode, state].filter(Boolean).join("-")],
        ["Country", kind === "OVERSEAS" && countryName(country)],
        [
          "Associated enterprise",
          isAssociated && "Reverse charge falls due when the bill is entered",
        ],
        ["Notes", notes],
      ]}
    />
  );
}

const MOST = 5;

function Latest({ id }: { id: string }) {
  const { data, failure } = useFetch<BillList>(`/api/bills?vendorId=${id}&limit=${MOST}`);
  return (
    <section aria-labelledby="latest">
      <h3 id="latest">Latest bills</h3>
      {failure !== undefined && (
        <p className="error">{failureText(failure, "Failed to load bills")}</p>
      )}
      {data?.total === 0 && <p className="muted">No bills yet.</p>}
      <ul>
        {data?.items.map((bill) => (
          <li className="entry" key={bill._id}>
            <div>
              <a className="doc" href={`/bills/${bill._id}`}>
                {bill.number}
              </a>
              <div className="cell-sub num">{formatDate(bill.date)}</div>
            </div>
            <BillPill bill={bill} />
            <div className="amt">
              <Money amount={bill.grandTotal} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
