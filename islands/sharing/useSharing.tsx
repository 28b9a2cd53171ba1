import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Rupees } from "../../domain/money.ts";
import type { SendWay } from "../../domain/sharing/sendWays.ts";
import type { MadeShareLink, Shared } from "../../domain/sharing/shareLinks.ts";
import { shareText, whatsAppLink } from "../../domain/sharing/whatsapp.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Secret } from "../ui/Secret.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** A document that can be shared by link. */
export interface Shareable extends Pick<Invoice, "_id" | "dueDate" | "number" | "recipient"> {
  entity: Shared;
  status: string;
  /** Its name in the message. */
  title: string;
  /** The balance, or the total if nothing is due. */
  amount: Rupees;
}

/**
 * Copy link and WhatsApp. The link is created on first use and reused until the page is left, because its
 * address is stored nowhere.
 * @param onUsed called once the link was copied or shown, or WhatsApp opened
 */
export function useSharing(
  thing: Shareable,
  onShared: () => void,
  onSent: () => void,
  onUsed?: (way: SendWay) => void,
) {
  const made = useRef<Promise<MadeShareLink>>(undefined);
  const [shown, setShown] = useState<MadeShareLink>();
  const [asksWhetherSent, setAsks] = useState(false);
  const isDraft = thing.status === "DRAFT";
  const make = () => {
    made.current ??= makeLink(thing, onShared).catch((failure) => {
      made.current = undefined;
      throw failure;
    });
    return made.current;
  };
  const [isCopying, copy] = useBusy(async () => {
    const link = make();
    try {
      await write(link.then(({ url }) => url));
      const { expires } = await link;
      const end = expires ? `It expires on ${formatDate(expires)}` : "It never expires";
      onUsed?.("LINK");
      showToast("success", isDraft ? `Link copied. ${UNSENT}` : `Link copied. ${end}.`);
    } catch {
      // Without TLS there is no clipboard: the link is shown for copying by hand.
      await link.then((made) => {
        setShown(made);
        onUsed?.("LINK");
      }, toastError("The link could not be created"));
    }
  });
  const [isOpening, whatsApp] = useBusy(async () => {
    try {
      const { url } = await make();
      openInNewTab(whatsAppLink(thing.recipient.phone, shareText({ ...thing, url })));
      onUsed?.("WHATSAPP");
      if (isDraft) setAsks(true);
    } catch (failure) {
      toastError("The link could not be created")(failure);
    }
  });
  const dialogs: ReactNode = (
    <>
      {shown && (
        <Modal title="Link" onClose={() => setShown(undefined)}>
          <div className="modal-body">
            <Secret label="Link" secret={shown.url}>
              {`Anyone with this link can view ${shown.number}. Copy it now; it is not shown again.`}
            </Secret>
          </div>
        </Modal>
      )}
      {asksWhetherSent && (
        <MarkAsSent thing={thing} onSent={onSent} onClose={() => setAsks(false)} />
      )}
    </>
  );
  /** The next use creates a new link. */
  const forget = () => {
    made.current = undefined;
  };
  return { copy, whatsApp, isCopying, isOpening, forget, dialogs };
}

interface ButtonsProps extends Pick<ComponentProps<typeof Button>, "look" | "needs"> {
  sharing: ReturnType<typeof useSharing>;
  hasIcons?: boolean;
}

export function ShareButtons({ sharing, hasIcons = false, ...look }: ButtonsProps) {
  const { isCopying, copy, isOpening, whatsApp } = sharing;
  return (
    <>
      <Button
        {...look}
        {...(hasIcons && { icon: "link" as const })}
        label="Copy link"
        isBusy={isCopying}
        onClick={copy}
      />
      <Button
        {...look}
        {...(hasIcons && { icon: "message-circle" as const })}
        label="WhatsApp"
        isBusy={isOpening}
        onClick={whatsApp}
      />
    </>
  );
}

const UNSENT = "Your client sees the document once you mark it as sent.";

async function makeLink(
  { entity, _id: id }: Shareable,
  onShared: () => void,
): Promise<MadeShareLink> {
  const link = await send<MadeShareLink>("POST", "/api/share-links", { entity, id });
  onShared();
  return link;
}

/** Safari allows it only if writing starts during the press itself. */
async function write(url: Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  if (typeof ClipboardItem === "undefined") return clipboard.writeText(await url);
  const text = url.then((text) => new Blob([text], { type: "text/plain" }));
  await clipboard.write([new ClipboardItem({ "text/plain": text })]);
}

function openInNewTab(href: string): void {
  const link = document.createElement("a");
  Object.assign(link, { href, target: "_blank", rel: "noopener noreferrer" });
  link.click();
}

interface Props {
  thing: Shareable;
  onSent(): void;
  onClose(): void;
}

/** WhatsApp opens with the text but sends nothing. Only the user knows whether they sent it. */
function MarkAsSent({ thing: { entity, _id, number }, onSent, onClose }: Props) {
  return (
    <ConfirmDelete
      title="Mark as sent?"
      verb="Mark as sent"
      keep="Not yet"
      isSafe
      run={() => send("POST", `/api/${entity}s/${_id}/send`, {})}
      success={`${number} marked as sent`}
      otherwise="It could not be marked as sent"
      onChanged={onSent}
      onRefused={onSent}
      onClose={onClose}
    >
      <p>The text and link are in WhatsApp. Send the message there.</p>
      <p>{UNSENT}</p>
    </ConfirmDelete>
  );
}
