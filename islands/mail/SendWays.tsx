import { type KeyboardEvent, type ReactNode, useState } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { type Invoice, invoiceFileName } from "../../domain/documents/invoices.ts";
import { toInvoiceMail } from "../../domain/mail/about.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import { buildMailTexts } from "../../domain/mail/texts.ts";
import type { InvoiceReminders } from "../../domain/reminders/reminders.ts";
import { SEND_WAY_NAMES, SEND_WAYS, type SendWay } from "../../domain/sharing/sendWays.ts";
import { computeLastLinkDay } from "../../domain/sharing/shareLinks.ts";
import { whatsAppNumber } from "../../domain/sharing/whatsapp.ts";
import { failureText, send, toastError } from "../browser/api.ts";
import { can, readSession } from "../browser/session.ts";
import { toShareable } from "../invoices/PaymentsPanel.tsx";
import { saveInvoice } from "../invoices/status.tsx";
import { useSharing } from "../sharing/useSharing.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { moneyText } from "../ui/Money.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { AddressField } from "./AddressField.tsx";
import { withdrawMails } from "./acts.ts";
import type { Mailing } from "./useMailing.tsx";
import { describeMail } from "./words.ts";

interface Props {
  invoice: Invoice;
  client: Client;
  reminders: InvoiceReminders;
  mailing: Mailing;
  onClose(): void;
}

const ICONS: Record<SendWay, IconName> = {
  EMAIL: "mail",
  WHATSAPP: "message-circle",
  LINK: "link",
  PDF: "download",
};

/** Offers the ways to get a sent invoice to its client. The way used last for this client comes first. */
export function SendWays(props: Props) {
  const { invoice, mailing, onClose } = props;
  const { client, change, used, onUsed } = useClient(props.client);
  const usual = mailing.isReady ? "EMAIL" : "WHATSAPP";
  const [first] = useState<SendWay>(props.client.lastSentBy || usual);
  const fresh = { ...invoice, status: "SENT" as const };
  const shareable = {
    ...toShareable(fresh),
    recipient: { ...invoice.recipient, phone: client.phone },
  };
  const sharing = useSharing(shareable, mailing.reload, mailing.reload, onUsed);
  const [isSaving, save] = useBusy(() => saveInvoice(invoice).then(() => onUsed("PDF")));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = (target as HTMLElement).matches("input:not([type=checkbox])");
    if (isTyping || ctrlKey || metaKey || altKey) return;
    if (key === "l") sharing.copy();
    if (key === "d") save();
  };
  const look = (way: SendWay) => ({
    look: way === first && ("primary" as const),
    "data-autofocus": way === first || undefined,
  });
  const hasMobile = whatsAppNumber(client.phone) !== "";
  const lastDay = formatDate(computeLastLinkDay(invoice.dueDate, today()));
  const ways: Record<SendWay, ReactNode> = {
    EMAIL: (
      <EmailWay
        {...props}
        client={client}
        change={change}
        isFirst={first === "EMAIL"}
        onUsed={onUsed}
      />
    ),
    WHATSAPP: hasMobile ? (
      <Line way="WHATSAPP" about={used.has("WHATSAPP") ? "WhatsApp opened" : client.phone}>
        <Button
          {...look("WHATSAPP")}
          label="WhatsApp"
          isBusy={sharing.isOpening}
          onClick={sharing.whatsApp}
        />
      </Line>
    ) : (
      <AddMobile client={client} change={change} />
    ),
    LINK: (
      <Line
        way="LINK"
        about={
          used.has("LINK")
            ? "Link copied"
            : `Anyone with it can view and pay. Expires on ${lastDay}`
        }
      >
        <Button
          {...look("LINK")}
          icon="copy"
          label="Copy link"
          keyName="L"
          aria-keyshortcuts="l"
          isBusy={sharing.isCopying}
          onClick={sharing.copy}
        />
      </Line>
    ),
    PDF: (
      <Line way="PDF" about={used.has("PDF") ? "PDF downloaded" : invoiceFileName(invoice.number)}>
        <Button
          {...look("PDF")}
          icon="download"
          label="Download"
          keyName="D"
          aria-keyshortcuts="d"
          isBusy={isSaving}
          onClick={save}
        />
      </Line>
    ),
  };
  const order = [first, ...SEND_WAYS.filter((way) => way !== first)];
  return (
    <Modal title="Invoice marked as sent" onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside */}
      <div className="scroll-y" onKeyDown={onKeyDown}>
        <p className="modal-body soft text-13 mb-12">
          {`${[invoice.number, client.displayName, moneyText(invoice.balance)].join(", ")}. `}
          Now get it to your client.
        </p>
        <ul>
          {order.map((way) => (
            <li key={way} className={`p-12-20 line-above ${way === first ? "way-first" : ""}`}>
              {way === first && way === props.client.lastSentBy && (
                <p className="small muted mb-4">{`You used this last time for ${client.displayName}`}</p>
              )}
              {ways[way]}
            </li>
          ))}
        </ul>
        <div className="modal-foot line-above wrap">
          {mailing.isReady && (
            <div className="spring-r">
              <Checkbox
                name="sendBy"
                label={`Always e-mail ${client.displayName} when I send`}
                isOn={client.sendBy === "EMAIL"}
                onChange={(isOn) => void change({ sendBy: isOn ? "EMAIL" : "" })}
              />
            </div>
          )}
          <Button look="quiet" label="Not now" keyName="Esc" onClick={onClose} />
        </div>
        {sharing.dialogs}
      </div>
    </Modal>
  );
}

type Change = (changes: Partial<Client>) => Promise<void>;

/** The client, how to change it, and the ways that were used here. */
function useClient(given: Client) {
  const [client, setClient] = useState(given);
  const [used, setUsed] = useState<ReadonlySet<SendWay>>(new Set());
  const change: Change = async (changes) => {
    try {
      await send("PUT", `/api/clients/${client._id}`, changes);
      setClient((client) => ({ ...client, ...changes }));
    } catch (failure) {
      toastError("Error saving client")(failure);
    }
  };
  const onUsed = (way: SendWay) => {
    setUsed((used) => new Set([...used, way]));
    if (client.lastSentBy !== way) void change({ lastSentBy: way });
  };
  return { client, change, used, onUsed };
}

interface LineProps {
  way: SendWay;
  about: ReactNode;
  children: ReactNode;
}

const Line = ({ way, about, children }: LineProps) => (
  <div className="row gap-12 wrap">
    <Icon name={ICONS[way]} />
    <div className="grow min-0 text-13">
      <div className="strong">{SEND_WAY_NAMES[way]}</div>
      <div className="small muted breaks" aria-live="polite">
        {about}
      </div>
    </div>
    {children}
  </div>
);

interface WayProps {
  client: Client;
  change: Change;
}

interface EmailProps extends Props, WayProps {
  isFirst: boolean;
  onUsed(way: SendWay): void;
}

function EmailWay({
  invoice,
  client,
  change,
  reminders,
  mailing,
  isFirst,
  onUsed,
  onClose,
}: EmailProps) {
  const usual = client.email || invoice.recipient.email;
  const [isOpen, setOpen] = useState(isFirst);
  const [to, setTo] = useState(usual ? [usual] : []);
  const [typed, setTyped] = useState("");
  const [sent, setSent] = useState<string[]>([]);
  const [failed, setFailed] = useState("");
  const [isSending, start] = useBusy(async () => {
    const all = typed ? [...to, typed] : to;
    try {
      const { mails } = await send<{ mails: Mail[] }>(
        "POST",
        `/api/invoices/${invoice._id}/email`,
        {
          to: all,
          linkIt: true,
        },
      );
      setFailed("");
      setSent(mails.map(({ _id }) => _id));
      if (!client.email) await change({ email: all[0] ?? "" });
      onUsed("EMAIL");
      mailing.reload();
    } catch (failure) {
      setFailed(failureText(failure, "The e-mail could not be sent"));
    }
  });
  if (!mailing.isReady) {
    return (
      <Line
        way="EMAIL"
        about={can("set up e-mail") ? "Not set up yet" : "Ask an owner to set up e-mail"}
      >
        {can("set up e-mail") && <a href="/settings/mail">Set up e-mail in Settings</a>}
      </Line>
    );
  }
  const mail = mailing.mails.find(({ _id }) => sent.includes(_id));
  if (sent.length > 0) {
    const { label, more } = mail ? describeMail(mail, mailing.now) : { label: "Queued", more: "" };
    const undo = () =>
      void withdrawMails(sent, mailing.reload).then(() => {
        setSent([]);
      });
    return (
      <Line way="EMAIL" about={[label, more].filter(Boolean).join(": ")}>
        {(!mail || mail.state === "queued") && <Button label="Undo" onClick={undo} />}
      </Line>
    );
  }
  if (!isOpen) {
    return (
      <Line way="EMAIL" about={usual || "Add an e-mail address"}>
        <Button label="E-mail…" onClick={() => setOpen(true)} />
      </Line>
    );
  }
  const user = readSession()?.user;
  const writer = { agencyName: user?.agencyName ?? "", name: user?.name ?? "" };
  const { subject } = buildMailTexts(toInvoiceMail(invoice), writer);
  return (
    <div className="grid gap-8">
      <Line way="EMAIL" about={describeMessage(reminders)}>
        {null}
      </Line>
      <AddressField
        label={usual ? "To" : "Add an e-mail address"}
        help={subject}
        values={to}
        typed={typed}
        error={failed || undefined}
        isLater={to.length > 0 && isFirst}
        onChange={(values, text) => {
          setTo(values);
          setTyped(text);
        }}
      />
      <div className="row gap-8 wrap">
        <Button
          look="primary"
          icon="send"
          label={failed ? "Try again" : "Send e-mail"}
          keyName="↵"
          isBusy={isSending}
          data-autofocus={(isFirst && to.length > 0) || undefined}
          onClick={start}
        />
        <Button
          look="quiet"
          label="Preview and edit"
          onClick={() => {
            onClose();
            mailing.open();
          }}
        />
      </div>
    </div>
  );
}

/** Returns `With the PDF and a link to view and pay. Reminders on 24 Dec 2026, 28 Dec 2026.` */
function describeMessage({ isOn, remind, coming }: InvoiceReminders): string {
  const days = isOn && remind ? coming.map(({ date }) => formatDate(date)) : [];
  const reminders = days.length > 0 ? ` Reminders on ${days.join(", ")}.` : "";
  return `With the PDF and a link to view and pay.${reminders}`;
}

/** WhatsApp needs a mobile number, which is kept on the client. */
function AddMobile({ client, change }: WayProps) {
  const [isOpen, setOpen] = useState(false);
  const [phone, setPhone] = useState("");
  const [isBusy, save] = useBusy(() => change({ phone }));
  const about = client.phone ? `${client.phone} is not a mobile number` : "No mobile number";
  return (
    <Line way="WHATSAPP" about={about}>
      {isOpen ? (
        <>
          <input
            className="input w-9"
            type="tel"
            aria-label="Mobile number"
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
          <Button label="Save" disabled={!whatsAppNumber(phone)} isBusy={isBusy} onClick={save} />
        </>
      ) : (
        <Button label="Add a mobile" onClick={() => setOpen(true)} />
      )}
    </Line>
  );
}
