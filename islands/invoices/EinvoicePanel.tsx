import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { DocumentEinvoice } from "../../domain/gst/returns/einvoices.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AnswerDrop } from "../gst/AnswerDrop.tsx";
import { EINVOICE_PILLS } from "../gst/Einvoices.tsx";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  /** `/api/invoices/ID` or `/api/notes/ID` */
  address: string;
  onChanged(): void;
}

/**
 * The e-invoice of a document: not required, what is missing, the steps at the portal, or its registration.
 */
export function EinvoicePanel({ address, onChanged }: Props) {
  const { data, reload } = useFetch<DocumentEinvoice>(`${address}/einvoice`);
  if (!data || data.state === "NOT_NEEDED") return null;
  const [label, className] = EINVOICE_PILLS[data.state];
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <section className="card einvoice grid gap-8" aria-labelledby="einvoice">
      <div className="row between gap-8">
        <h2 id="einvoice">E-invoice</h2>
        <span className={`pill ${className}`}>{label}</span>
      </div>
      {data.state === "MISSING_DETAILS" && <Missing errors={data.errors} />}
      {data.state === "TO_DO" && <ToDo address={address} data={data} onChanged={changed} />}
      {data.state === "REGISTERED" && <Registered data={data} />}
      {data.state === "CANCELLED" && (
        <p className="small">
          Cancelled on the portal. Cancel the document here too; its number is not reused.
        </p>
      )}
    </section>
  );
}

const Missing = ({ errors }: { errors: string[] }) => (
  <>
    <ul className="einvoice-errors">
      {errors.map((error) => (
        <li className="grid gap-4 text-13" key={error}>
          <Icon className="bad" name="circle-alert" />
          <span>{`${error}.`}</span>
        </li>
      ))}
    </ul>
    <p className="small muted">The portal would reject this invoice, so there is no file yet.</p>
  </>
);

function ToDo({ address, data, onChanged }: Props & { data: DocumentEinvoice }) {
  const [isSaving, save] = useBusy(() =>
    saveFile(`${address}/einvoice.json`, "application/json", "Failed to download the file"),
  );
  const [isByHand, setByHand] = useState(false);
  return (
    <>
      <p className="small soft">
        {data.until
          ? `An IRN is required; the last day is ${formatDate(data.until)}.`
          : "An IRN is required: without it this is not a valid invoice."}
      </p>
      <ol className="einvoice-steps grid gap-8 text-13">
        <li>
          <Button icon="download" label="Download JSON" isBusy={isSaving} onClick={save} />
        </li>
        <li>Upload it at einvoice1.gst.gov.in</li>
        <li>
          <AnswerDrop onStored={onChanged} />
        </li>
      </ol>
      {isByHand ? (
        <ByHand onChanged={onChanged} />
      ) : (
        <Button
          needs="enter books"
          look="link"
          label="Enter the IRN by hand"
          onClick={() => setByHand(true)}
        />
      )}
    </>
  );
}

/**
 * Registers the portal's response by hand. The server accepts it only if the IRN is the hash of this
 * document.
 */
function ByHand({ onChanged }: { onChanged(): void }) {
  const [values, setValues] = useState({ Irn: "", AckNo: "", AckDt: "" });
  const [wrong, setWrong] = useState("");
  const [isBusy, save] = useBusy(async () => {
    setWrong("");
    try {
      const answer = await send<{ stored: number; refused: { reason: string }[] }>(
        "POST",
        "/api/gst/einvoices",
        values,
      );
      const [refused] = answer.refused;
      if (refused) return setWrong(refused.reason);
      if (answer.stored === 0) return setWrong("This IRN does not match any of your documents.");
      showToast("success", "The e-invoice is registered");
      onChanged();
    } catch (failure) {
      setWrong(failureText(failure, "Could not save the IRN."));
    }
  });
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Typed label="IRN, 64 characters" {...field("Irn")} />
      <Typed label="Ack No." {...field("AckNo")} />
      <Typed label="Ack date" {...field("AckDt")} />
      {wrong && (
        <p className="error-text" role="alert">
          {wrong}
        </p>
      )}
      <Button type="submit" label="Save the IRN" isBusy={isBusy} />
    </form>
  );
}

interface TypedProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

const Typed = ({ label, value, onChange }: TypedProps) => (
  <label className="field">
    <span className="label">{label}</span>
    <input
      className="input"
      value={value}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);

const VERIFIED = "the portal’s signature is verified.";
const NOT_VERIFIED = "bahi has not verified its signature.";

function Registered({
  data: { irn, ackNo, ackDate, signedQr, isVerified },
}: {
  data: DocumentEinvoice;
}) {
  const copy = () =>
    navigator.clipboard.writeText(irn).then(
      () => showToast("success", "Copied the IRN"),
      () => showToast("info", irn),
    );
  return (
    <>
      <dl>
        <dt>IRN</dt>
        <dd className="irn">{irn}</dd>
        {ackNo && (
          <>
            <dt>Ack No.</dt>
            <dd className="num">{ackNo}</dd>
          </>
        )}
        {ackDate && (
          <>
            <dt>Ack date</dt>
            <dd className="num">{ackDate}</dd>
          </>
        )}
      </dl>
      <p className="small muted">
        {signedQr &&
          `The signed QR code is printed on the PDF; ${isVerified ? VERIFIED : NOT_VERIFIED} `}
        The document can no longer be edited.
      </p>
      <div className="acts">
        <Button label="Copy IRN" onClick={copy} />
      </div>
    </>
  );
}
