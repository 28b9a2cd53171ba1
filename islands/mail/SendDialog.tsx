import { type ReactNode, useState } from "react";
import type * as v from "valibot";
import { today } from "../../domain/dates.ts";
import type { MailContent } from "../../domain/mail/content.ts";
import { layOutMail } from "../../domain/mail/layout.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import type { MailTexts } from "../../domain/mail/texts.ts";
import type { InvoiceReminders } from "../../domain/reminders/reminders.ts";
import { computeLastLinkDay } from "../../domain/sharing/shareLinks.ts";
import { send } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { type Shareable, ShareButtons, useSharing } from "../sharing/useSharing.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { NotesField, TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { AddressField } from "./AddressField.tsx";
import { withdrawMails } from "./acts.ts";
import { MailSheet } from "./MailSheet.tsx";
import { RemindIt } from "./RemindIt.tsx";

/** A document to send by e-mail. */
export interface Mailable {
  /** The path of the call that sends it. */
  address: string;
  /** Further input of the call. */
  more?: object;
  schema: v.GenericSchema;
  /** The key of its stored draft. */
  draftOf: string;
  fileName: string;
  /** The usual addresses. */
  to: string[];
  texts: MailTexts;
  /** Everything that the e-mail shows besides its text. */
  content: MailContent;
  /** The record for the share link. */
  shareable?: Shareable;
  reminders?: InvoiceReminders;
  /** Its first page, for a preview. */
  paper?: ReactNode;
  onOpen(): void;
}

interface Props {
  thing: Mailable;
  settings: MailSettings;
  onSent(): void;
  /** Called after it was withdrawn, or marked as sent another way. */
  onChanged(): void;
  onClose(): void;
}

const TITLE = "Send by e-mail";

/** The form for recipients and text. Input is kept when the dialog is closed. */
export function SendDialog(props: Props) {
  const { settings, onClose } = props;
  return (
    <Modal title={TITLE} onClose={onClose} size="send">
      {settings.source === "none" ? <NotSetUp {...props} /> : <Form {...props} />}
    </Modal>
  );
}

function Form({ thing, settings, onSent, onChanged, onClose }: Props) {
  const { texts, more, schema, address } = thing;
  const form = useAppForm({
    draft: { noun: "mail", of: thing.draftOf },
    values: {
      to: thing.to,
      typed: "",
      ...texts,
      linkIt: thing.shareable !== undefined,
      copyToSelf: false,
      expires: computeLastLinkDay(thing.shareable?.dueDate ?? "", today()),
      // Null: the user has not chosen, so the setting stays as it is.
      remind: null as boolean | null,
    },
    schema,
    read: ({ to, typed, expires, remind, ...values }) => ({
      ...more,
      ...values,
      to: typed ? [...to, typed] : to,
      ...(values.linkIt && { expires: expires || "never" }),
      ...(remind !== null && { remind }),
    }),
    save: (body, key) => send("POST", address, body, key),
    onSaved: ({ mails }: { mails: Mail[] }) => {
      const ids = mails.map((mail) => mail._id);
      const run = () => void withdrawMails(ids, onChanged);
      showToast("success", "Sending in 10 seconds.", { label: "Undo", run, undoes: ids });
      onSent();
      onClose();
    },
    otherwise: "The e-mail could not be sent",
  });
  const { values, field } = form;
  const self = readSession()?.user.email ?? "";
  const replies = settings.replyTo || "you";
  const count = values.to.length + (values.typed ? 1 : 0) + (values.copyToSelf ? 1 : 0);
  return (
    <form {...form.props}>
      <div className="modal-body send grid p-0">
        <div className="send-form grid packed gap-8">
          <FormNotices form={form} />
          <AddressField
            label="To"
            help={`Each recipient gets a separate e-mail. Replies go to ${replies}.`}
            values={values.to}
            typed={values.typed}
            error={form.errorAt("to")}
            onChange={(to, typed) => {
              form.change("to", to);
              form.change("typed", typed);
            }}
          />
          <TextField label="Subject" field={field("subject")} />
          <NotesField label="Message" rows={9} field={field("text")} />
          <FileLine name={thing.fileName}>
            <Button look="link" label="Open" className="spring" onClick={thing.onOpen} />
          </FileLine>
          {thing.shareable && (
            <Checkbox
              name="linkIt"
              label="Include a link to view it without signing in"
              isOn={values.linkIt}
              onChange={(isOn) => form.change("linkIt", isOn)}
            />
          )}
          {thing.shareable && values.linkIt && (
            <DateField
              label="Link expires on"
              help="leave empty if it never expires"
              field={field("expires")}
            />
          )}
          <Checkbox
            name="copyToSelf"
            label={`A copy to ${self}`}
            isOn={values.copyToSelf}
            onChange={(isOn) => form.change("copyToSelf", isOn)}
          />
          {thing.reminders?.isOn && (
            <RemindIt
              {...thing.reminders}
              remind={values.remind ?? thing.reminders.remind}
              why={thing.reminders.remind ? thing.reminders.why : ""}
              onChange={(isOn) => form.change("remind", isOn)}
            />
          )}
        </div>
        <Seen thing={thing} settings={settings} values={values} />
      </div>
      <div className="modal-foot send-foot wrap">
        {thing.shareable && <Sharing thing={thing.shareable} onSent={onChanged} />}
        <Button label="Cancel" className="spring" onClick={onClose} />
        <SubmitButton
          form={form}
          icon="send"
          label={count > 1 ? `Send to ${count}` : "Send"}
          busy="Queuing..."
          keyName="Ctrl ↵"
          aria-keyshortcuts="Control+Enter"
        />
      </div>
    </form>
  );
}

const FileLine = ({ name, children }: { name: string; children?: ReactNode }) => (
  <p className="file-line row gap-8 p-8-12 framed round-8 text-13">
    <Icon name="paperclip" />
    <span className="truncate">{name}</span>
    {children}
  </p>
);

interface SeenProps extends Pick<Props, "settings" | "thing"> {
  values: MailTexts & { to: string[]; linkIt: boolean };
}

/** The preview; on a phone behind a button. */
function Seen({ thing, settings, values }: SeenProps) {
  const [isOpen, setOpen] = useState(false);
  const agency = readSession()?.user.agencyName ?? "";
  return (
    <section
      className="send-see flex gap-8 p-16-20 on-sunken clip"
      aria-label="Preview"
      data-open={isOpen}
    >
      <h3 className="label only-wide">Preview</h3>
      <Button
        look="link"
        className="only-narrow"
        label="Preview"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <MailSheet
        from={`${agency} <${settings.from}>`}
        to={values.to[0] ?? ""}
        subject={values.subject}
        parts={layOutMail(thing.content, {
          text: values.text,
          links: thing.shareable && values.linkIt ? [{ number: "", url: "" }] : [],
          file: thing.fileName,
        })}
      />
      {thing.paper && (
        <div className="first-page on-surface clip" aria-hidden="true" inert>
          {thing.paper}
        </div>
      )}
    </section>
  );
}

function Sharing({ thing, onSent }: { thing: Shareable; onSent(): void }) {
  const sharing = useSharing(thing, onSent, onSent);
  return (
    <>
      <ShareButtons sharing={sharing} look="quiet" hasIcons />
      {sharing.dialogs}
    </>
  );
}

/** Shown without mail settings: names what is missing, and offers the other ways. */
function NotSetUp({ thing, settings, onChanged, onClose }: Props) {
  return (
    <>
      <div className="modal-body">
        <p className="notice" role="note">
          {settings.mayBeOwn
            ? "E-mail is not set up. An owner can set it up in "
            : "E-mail is not set up: SMTP_URL and SMTP_FROM are missing in the server’s settings. See "}
          <a href="/settings/mail">E-mail settings</a>.
        </p>
        <p className="mt-16">Until then, send it yourself:</p>
      </div>
      <div className="modal-foot send-foot wrap">
        {thing.shareable && <Sharing thing={thing.shareable} onSent={onChanged} />}
        <Button look="quiet" icon="download" label="PDF" onClick={thing.onOpen} />
        <Button label="Close" className="spring" onClick={onClose} />
      </div>
    </>
  );
}
