import { useState } from "react";
import { type Checklist, formatShortMonth } from "../../domain/closing/closing.ts";
import { formatDate, readMonth } from "../../domain/dates.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { joinNames } from "../../domain/names.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  data: Checklist;
  onClosed(): void;
  onClose(): void;
}

/** The confirmation: what closing does, and who gets which documents. */
export function CloseDialog({ data, onClosed, onClose }: Props) {
  const { month, name, accountants } = data;
  const range = readMonth(month);
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, close] = useBusy(async () => {
    try {
      await send("POST", `/api/close/${month}`, undefined, key);
      onClosed();
    } catch (failure) {
      showToast("error", failureText(failure, `Error closing ${name}`));
    }
    onClose();
  });
  const mail = useFetch<MailSettings>("/api/mail-settings").data;
  const isMailed = accountants.length > 0 && mail !== undefined && mail.source !== "none";
  const to = formatDate(range?.dateTo ?? "");
  const whom = accountants.length > 0 ? joinNames(accountants) : "your accountant";
  return (
    <Modal title={`Close ${name}`} onClose={onClose}>
      {(cancel) => (
        <>
          <div className="modal-body">
            <ul className="what">
              <li>{`The books close to ${to}: nothing dated up to then can change.`}</li>
              <li>
                The month’s documents are ready then: invoices and bills, ledgers, statements,
                returns and the Tally file.
              </li>
              <li>
                {isMailed
                  ? `${whom} gets a link by e-mail.`
                  : `You share them with ${whom} afterwards: download the folder, or mark it as shared.`}
              </li>
              <li>{`You can reopen it, with a reason, until the year is final.`}</li>
            </ul>
            {accountants.length === 0 && (
              <p className="notice">
                {"You have no accountant in bahi yet: "}
                <a href="/settings/team">invite them</a>
                {", or download the folder once it is closed."}
              </p>
            )}
          </div>
          <div className="modal-foot">
            <Button label="Cancel" className="spring" onClick={cancel} />
            <Button
              look="primary"
              label={`Close ${formatShortMonth(month)}`}
              isBusy={isBusy}
              data-autofocus
              onClick={close}
            />
          </div>
        </>
      )}
    </Modal>
  );
}
