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
  /** "" while it is on its way. */
  _id: string;
  about: Mailed;
  fileName: string;
  shareable?: Shareable;
  /** As it is drawn, for a picture of its first page. */
  paper?: ReactNode;
  /** Downloads its PDF. */
  onOpen(): void;
  /** It may have been marked as sent. */
  onChanged(): void;
}

interface Opened {
  /** What bounced, where this is sent in its place. */
  inPlaceOf: MailRow | undefined;
  /** Of an invoice, of which its client may be reminded. */
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
 * Sending something by e-mail: a button with the key S, the dialog, what was sent, and above the paper what
 * came back. Whatever is cancelled is not sent.
 */
export function useMailing(options: Options) {
  const { noun, _id, about, fileName, shareable, paper, onOpen, onChanged } = options;
  const settings = useFetch<MailSettings>("/api/mail-settings").data;
  const { mails, now, reload } = useMails(_id ? `/api/outbox?entity=${noun}&id=${_id}` : null);
  const dialog = useLazyDialog(loadDialog);
  const isSendable = _id !== "" && about.status !== "CANCELLED" && can("enter books");
  const invoiceId = noun === "invoice" && _id;
  const open = (inPlaceOf?: MailRow) => settings && dialog.open({ inPlaceOf, invoiceId });
  useKeys(isSendable ? { s: () => open() } : {});
  const [turn, setTurn] = useState(0);
  const onSent = () => {
    setTurn((turn) => turn + 1);
    reload();
    onChanged();
  };
  /** What went to a wrong address is dealt with, once it went to another. */
  const onSentAfter = (mail: MailRow | undefined) => () => {
    if (mail) void leaveOut(mail._id, onSent);
    else onSent();
  };
  const user = readSession()?.user;
  const writer = { agencyName: user?.agencyName ?? "", name: user?.name ?? "" };
  const isReady = settings !== undefined && settings.source !== "none";
  /** Whether it is the next step of what is shown: the button then leads. */
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
    isReady,
    /** How often something was sent here, or taken back. */
    turn,
    button,
    /** The next step of a draft, where that is what leads. */
    next: (isDraft: boolean): ReactNode => isDraft && isReady && button(true),
    callout: isSendable && <Bounce mails={mails} onCorrect={open} />,
    panel: (
      <SentPanel
        {...{ mails, now }}
        onChanged={reload}
        onCorrect={open}
        onAgain={isSendable ? () => open() : undefined}
      />
    ),
    dialog: dialog.draw(({ SendDialog, reminders }, { inPlaceOf }) => {
      const to = about.email && !inPlaceOf ? [about.email] : [];
      const thing = {
        ...{ address: `/api/${noun}s/${_id}/email`, schema: NewEmail, draftOf: _id },
        ...{ fileName, to, texts: buildMailTexts(about, writer), paper, onOpen },
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
