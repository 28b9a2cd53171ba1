import { sizeText } from "../../domain/counts.ts";
import { nameOnly, plainContent } from "../../domain/mail/content.ts";
import { layOutMail } from "../../domain/mail/layout.ts";
import type { Mail, MailDetail } from "../../domain/mail/mails.ts";
import { failureText } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { savePdf } from "../ui/downloads.ts";
import { Modal } from "../ui/Modal.tsx";
import { MailSheet } from "./MailSheet.tsx";
import { describeMail, timeText } from "./words.ts";

/** A sent or queued mail and its status. */
export function SeenMail({ id, onClose }: { id: string; onClose(): void }) {
  const { data, failure } = useFetch<MailDetail>(`/api/outbox/${id}`);
  const mail = data?.mail;
  return (
    <Modal title="E-mail" onClose={onClose} wide>
      <div className="modal-body">
        {mail ? (
          <>
            <MailSheet to={mail.to} subject={mail.subject} parts={layOut(data)} />
            <p className="small muted mail-known">{describeSeen(mail)}</p>
          </>
        ) : (
          <p className="muted">{failure ? failureText(failure, "Failed to load") : "Loading..."}</p>
        )}
      </div>
      <div className="modal-foot">
        {mail?.paper && (
          <Button
            icon="download"
            label="The PDF that was sent"
            onClick={() =>
              void savePdf({
                url: `/api/outbox/${id}/pdf`,
                name: mail.paper?.name ?? "",
                success: "PDF downloaded successfully",
              })
            }
          />
        )}
        <Button label="Close" className="spring" onClick={onClose} />
      </div>
    </Modal>
  );
}

function layOut({ mail, content, links }: MailDetail) {
  const { text, paper } = mail;
  const plain = plainContent(nameOnly(readSession()?.user.agencyName ?? ""), "");
  const file = paper ? `${paper.name} (${sizeText(paper.size)})` : "";
  return layOutMail(content ?? plain, { text, links, file });
}

function describeSeen(mail: Mail): string {
  const { label, more } = describeMail(mail, Date.now());
  const { createdBy, createdAt, messageId } = mail;
  return `${label}${more ? `: ${more}` : ""}. By ${createdBy.name}, ${timeText(createdAt)}. ${messageId}`;
}
