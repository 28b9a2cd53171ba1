import { pluralize } from "../../domain/counts.ts";
import { type BillRow, smallEnterpriseDays } from "../../domain/purchases/bills.ts";
import { type Vendor, type VendorDues, vendorFields } from "../../domain/purchases/vendors.ts";
import { BillPill } from "../bills/status.tsx";
import { type PanelProps, PartyPanel, placeFacts } from "../clients/PartyPanel.tsx";
import { Sum } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { factsOf } from "../ui/RecordPanel.tsx";
import { Advances } from "./Advances.tsx";
import { SupplierReturns } from "./SupplierReturns.tsx";

/** A vendor: contact details, balance, and latest bills. */
export const VendorPanel = (props: PanelProps<Vendor>) => (
  <PartyPanel<Vendor, { vendor: Vendor; dues: VendorDues }, BillRow>
    {...props}
    noun="vendor"
    getParty={({ vendor }) => vendor}
    documents={{
      noun: "bill",
      filter: "status=ALL&",
      read: (bill) => ({ ...bill, total: bill.grandTotal, pill: <BillPill bill={bill} /> }),
    }}
    below={(answer, reload) => answer && <Extras vendor={answer.vendor} onChanged={reload} />}
  >
    {({ vendor, dues }) => (
      <>
        <Owed {...dues} />
        <Facts {...vendor} />
      </>
    )}
  </PartyPanel>
);

const Owed = ({ toPay, overdue, bills, billed, credit }: VendorDues) => (
  <dl className="client-dues">
    <Sum name="To pay" amount={toPay} className="lead" />
    <Sum name="Overdue" amount={overdue} tone={overdue > 0 ? "neg" : ""} />
    <Sum name={`Billed, ${pluralize(bills, "bill")}`} amount={billed} />
    {credit > 0 && <Sum name="Credit held" amount={credit} />}
  </dl>
);

const Extras = ({ vendor, onChanged }: { vendor: Vendor; onChanged(): void }) => (
  <>
    <Advances vendor={vendor} onChanged={onChanged} />
    {vendor.gstin && (
      <section aria-labelledby="returns">
        <h3 id="returns">Vendor’s GSTR-3B</h3>
        <SupplierReturns vendor={vendor} />
      </section>
    )}
  </>
);

function Facts(vendor: Vendor) {
  const fact = factsOf(vendorFields, vendor);
  const { email, phone, tdsRule, isSmallEnterprise, agreedDays, isAssociated } = vendor;
  return (
    <FactList
      facts={[
        fact("billingName"),
        fact("gstin"),
        fact("pan"),
        fact("kind"),
        ...(tdsRule ? [fact("tdsRule")] : []),
        [
          "MSMED Act",
          isSmallEnterprise &&
            `Small enterprise, paid within ${smallEnterpriseDays(agreedDays)} days`,
        ],
        ...placeFacts(vendor),
        ["Email", email && <a href={`mailto:${email}`}>{email}</a>],
        ["Phone", phone && <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>],
        [
          "Associated enterprise",
          isAssociated && "Reverse charge falls due when the bill is entered",
        ],
        fact("notes"),
      ]}
    />
  );
}
