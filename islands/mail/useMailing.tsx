import { type ReactNode, useState } from "react";
import type { Mailed, MailedNoun } from "../../domain/mail/about.ts";
import { NewEmail } from "../../domain/mail/mailInput.ts";
import type { MailRow } from "../../domain/mail/mails.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { buildMailTexts } from "../../domain/mail/texts.ts";
import type { InvoiceReminders } from "../../domain/reminders/reminders.ts";
import { get } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { can, readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { Shareable } from "../sharing/useSharing.tsx";
import { Button } from "../ui/Button.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { leaveOut } from "./acts.ts";
import { Bounce, SentPanel } from "./SentPanel.tsx";
import { useMails } from "./useMails.ts";

interface Options {
  noun: MailedNoun;
  /** "" while it loads. */
  _id: string;
  /** Undefined while it loads. */
  about: Mailed | undefined;
  fileName: string;
  shareable?: Shareable;
  /** Its first page, for a preview. */
  paper?: ReactNode;
  /** Downloads its PDF. */
  onOpen(): void;
  /** Called after it may have been marked as sent. */
  onChanged(): void;
}

interface Opened {
  /** The bounced mail that this one replaces. */
  inPlaceOf: MailRow | undefined;
  /** The invoice, if its client can get reminders. */
  invoiceId: string | false;
}

async function loadDialog({ invoiceId }: Opened) {
  const [{ SendDialog }, reminders] = await Promise.all([
    import("./SendDialog.tsx"),
    invoiceId && get<InvoiceReminders>(`/api/reminders/invoices/${invoiceId}`),
  ]);
  return { SendDialog, reminders };
}

export type Mailing = ReturnType<typeof useMailing>;

/**
 * Everything for sending a document by e-mail: a button with the key S, the dialog, the sent mails, and
 * bounces above the document. A cancelled document cannot be sent.
 */
export function useMailing(options: Options) {
  const { noun, _id, about, fileName, shareable, paper, onOpen, onChanged } = options;
  const settings = useFetch<MailSettings>("/api/mail-settings").data;
  const { mails, now, reload } = useMails(_id ? `/api/outbox?entity=${noun}&id=${_id}` : null);
  const dialog = useLazyDialog(loadDialog);
  const isSendable = about !== undefined && about.status !== "CANCELLED" && can("enter books");
  const invoiceId = noun === "invoice" && _id;
  const open = (inPlaceOf?: MailRow) => settings && dialog.open({ inPlaceOf, invoiceId });
  useKeys(isSendable ? { s: () => open() } : {});
  const [turn, setTurn] = useState(0);
  const onSent = () => {
    setTurn((turn) => turn + 1);
    reload();
    onChanged();
  };
  /** A bounced mail is settled once it was sent to another address. */
  const onSentAfter = (mail: MailRow | undefined) => () => {
    if (mail) void leaveOut(mail._id, onSent);
    else onSent();
  };
  const user = readSession()?.user;
  const writer = { agencyName: user?.agencyName ?? "", name: user?.name ?? "" };
  const isReady = settings !== undefined && settings.source !== "none";
  /** `isNext`: whether it is the primary button. */
  const button = (isNext: boolean): ReactNode =>
    isSendable && (
      <Button
        needs="enter books"
        look={isNext && isReady && "primary"}
        icon="mail"
        label="Send by e-mail"
        keyName="S"
        aria-keyshortcuts="s"
        onClick={() => open()}
      />
    );
  return {
    settings,
    mails,
    now,
    reload: onSent,
    open: () => open(),
    isReady,
    /** The number of mails sent or withdrawn here. */
    turn,
    button,
    /** The primary button of a draft, if sending is the next step. */
    next: (isDraft: boolean): ReactNode => isDraft && isReady && button(true),
    callout: isSendable && <Bounce mails={mails} onCorrect={open} />,
    panel: (
      <SentPanel
        mails={mails}
        now={now}
        onChanged={reload}
        onCorrect={open}
        onAgain={isSendable ? () => open() : undefined}
      />
    ),
    dialog: dialog.draw(({ SendDialog, reminders }, { inPlaceOf }) => {
      if (!about) return null;
      const to = about.email && !inPlaceOf ? [about.email] : [];
      const thing = {
        address: `/api/${noun}s/${_id}/email`,
        schema: NewEmail,
        draftOf: _id,
        fileName,
        to,
        texts: buildMailTexts(about, writer),
        content: about.content,
        paper,
        onOpen,
        ...(shareable && { shareable }),
        ...(reminders && { reminders }),
      };
      return (
        settings && (
          <SendDialog
            thing={thing}
            settings={settings}
            onSent={onSentAfter(inPlaceOf)}
            onChanged={onSent}
            onClose={dialog.close}
          />
        )
      );
    }),
  };
}
