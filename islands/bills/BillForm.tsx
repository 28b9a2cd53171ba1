import { useState } from "react";
import { findState } from "../../domain/gst/states.ts";
import { explainElsewhere } from "../../domain/purchases/billFigures.ts";
import {
  BILL_KIND_NAMES,
  BILL_KINDS,
  type Bill,
  type BillRow,
  smallEnterpriseDays,
} from "../../domain/purchases/bills.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useSearched } from "../browser/useSearched.ts";
import { StateNames } from "../invoices/StateNames.tsx";
import { Figure } from "../invoices/Summary.tsx";
import { termText } from "../invoices/terms.ts";
import { AttachmentViewer } from "../ui/AttachmentViewer.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ChoiceField, partyChoices } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { SearchedSelect } from "../ui/SearchedSelect.tsx";
import { useAttachments } from "../ui/useAttachments.ts";
import { Warning } from "../ui/Warning.tsx";
import { BillEnd } from "./BillEnd.tsx";
import { BillItems } from "./BillItems.tsx";
import { type BillProps, type BillForm as Form, useBill } from "./useBill.ts";

/** The form that enters or edits a vendor's bill, next to its attachments. */
export function BillForm(props: BillProps) {
  const { bill, accounts } = props;
  const attachments = useAttachments(bill && { entity: "bill", id: bill._id });
  const form = useBill({ ...props, attachments });
  const back = bill ? `/bills/${bill._id}` : "/bills";
  const { noun } = chooseWords(form.values.kind);
  const save = { form, label: `${bill ? "Update" : "Save"} ${noun}` };
  const toPay = <Figure amountPaise={form.toPay} />;
  const name = form.values.kind === "CREDIT_NOTE" ? "Credit" : "To pay";
  return (
    <>
      <PageHead title={`${bill ? "Edit" : "New"} ${noun}`} back={{ href: back, label: "Back" }}>
        {!bill && form.isUnsaved && (
          <span className="muted small not-phone">Saved as you type</span>
        )}
      </PageHead>
      <FormNotices form={form} />
      <div className="bill-cols grid items-start gap-20">
        <form {...form.props} className="panel">
          <About form={form} />
          <BillItems form={form} />
          <BillEnd form={form} accounts={accounts} />
          <Section title="Notes">
            <NotesField label="Notes" field={form.field("notes")} />
          </Section>
          <div className="form-foot">
            <LinkButton label="Cancel" href={back} />
            <span className="spring muted small">{name}</span>
            <strong>{toPay}</strong>
            {!bill && (
              <Button
                needs="enter books"
                label="Save and next"
                aria-keyshortcuts="Alt+Enter"
                onClick={() => form.submit("next")}
              />
            )}
            <SubmitButton {...save} aria-keyshortcuts="Control+Enter" keyName="Ctrl ↵" />
          </div>
          <section className="bar-phone" aria-label="Actions">
            <div className="bar-sum">
              <span className="small muted">{name}</span>
              <strong>{toPay}</strong>
            </div>
            <SubmitButton {...save} />
          </section>
        </form>
        <AttachmentViewer attachments={attachments} />
      </div>
    </>
  );
}

const TAX_BY = [
  ["", "Charged by the vendor"],
  ["REVERSE_CHARGE", "Reverse charge: we pay it"],
  ["IMPORT", "Import of services: we pay it"],
] as const;
const KINDS = BILL_KINDS.filter((kind) => kind !== "SELF_INVOICE").map(
  (kind) => [kind, BILL_KIND_NAMES[kind]] as const,
);

/** Returns the title and the initial values for a type of bill. */
function chooseWords(kind: string) {
  const isNote = kind === "CREDIT_NOTE" || kind === "DEBIT_NOTE";
  if (isNote) return { noun: kind === "DEBIT_NOTE" ? "Debit Note" : "Credit Note", short: "Note" };
  return { noun: "Bill", short: "Bill" };
}

/** Vendor, number, dates and place of supply. */
function About({ form }: { form: Form }) {
  const { field, values, vendor, vendors, place, bill, isSelf, lastNumber } = form;
  const [hasMore, setMore] = useState(values.kind !== "BILL" || values.taxBy !== "");
  const { noun, short } = chooseWords(values.kind);
  const isNote = short === "Note";
  return (
    <section className="section" aria-labelledby="about">
      <div className="section-head">
        <h2 id="about">{`${noun} Information`}</h2>
        {!hasMore && values.taxBy === "" && (
          <Button
            look="link"
            className="spring"
            label="Reverse charge, import, note"
            onClick={() => setMore(true)}
          />
        )}
      </div>
      <div className="bill-about grid cols-3 gap-8-12">
        <ChoiceField
          kind="vendor"
          label="Vendor"
          required
          data-autofocus={!bill || undefined}
          placeholder="Select a vendor..."
          options={partyChoices(vendors)}
          help={
            vendor &&
            (vendor.isSmallEnterprise
              ? `Small enterprise: pay in ${smallEnterpriseDays(vendor.agreedDays)} days`
              : gstinText(vendor))
          }
          field={{ ...field("vendorId"), change: form.chooseVendor }}
          onMade={form.addVendor}
        />
        <TextField
          label={`${short} No.`}
          required={!isSelf}
          help={isSelf ? "Self-invoice: bahi numbers it" : lastNumber && `Previous: ${lastNumber}`}
          field={field("number")}
        />
        <TextField
          label="Place of Supply"
          list="states"
          placeholder={place.text}
          help={vendor && modeText(place)}
          field={field("placeOfSupply")}
        />
        <DateField label={`${short} Date`} required isBooked field={field("date")} />
        <DateField
          label="Due Date"
          help={
            values.dueDate
              ? termText(values.date, values.dueDate)
              : "Leave empty if due immediately"
          }
          field={field("dueDate")}
        />
        {(hasMore || values.taxBy !== "") && (
          <>
            <SelectField label="Tax" options={TAX_BY} field={field("taxBy")} />
            {!bill && <SelectField label="Kind" options={KINDS} field={field("kind")} />}
            {isNote && <OfBill form={form} />}
          </>
        )}
      </div>
      {form.warnings.map(({ code, message }) => (
        <p className="help" key={code}>
          <Warning>{message}</Warning>
        </p>
      ))}
      <StateNames />
    </section>
  );
}

/** The bill that a vendor's note refers to. */
function OfBill({ form: { vendor, field } }: { form: Form }) {
  const query = `vendorId=${vendor?._id}&kind=BILL`;
  const bills = useSearched<BillRow>(vendor ? `/api/bills?${query}` : null);
  const { value } = field("billId");
  const isMissing = value !== "" && bills.data !== undefined && !bills.find(value);
  const chosen = useFetch<Bill>(isMissing ? `/api/bills/${value}` : null);
  return (
    <SearchedSelect<Pick<Bill, "_id" | "number">>
      label="For bill"
      blank="None"
      noun="bills"
      searched={bills}
      known={chosen.data}
      text={({ number }) => number}
      field={field("billId")}
    />
  );
}

const gstinText = ({ gstin }: { gstin: string }) => (gstin ? `GSTIN ${gstin}` : "No GSTIN");

function modeText({ mode, isElsewhere, text, code }: Form["place"]) {
  if (isElsewhere) return explainElsewhere(findState(code)?.name ?? text);
  return mode === "IGST" ? "Another state: IGST" : "Same state: CGST + SGST";
}
