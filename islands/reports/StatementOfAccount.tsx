import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { statementOfAccountSheet } from "../../domain/ledger/registerSheets.ts";
import type { StatementOfAccount as Answer } from "../../domain/ledger/reports.ts";
import { toAgencyLetterhead, toStatementContent } from "../../domain/mail/content.ts";
import { NewStatementEmail } from "../../domain/mail/mailInput.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { statementTexts } from "../../domain/mail/texts.ts";
import { get } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { savePdf } from "../ui/downloads.ts";
import { SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { PeriodControl } from "./controls.tsx";
import { Report, type ReportQuery } from "./Report.tsx";

export default function StatementOfAccount() {
  return (
    <Report<Answer>
      name="statement-of-account"
      title="Statement of account"
      takes={{ clientId: "", dateFrom: "", dateTo: "" }}
      needs={["clientId", "dateFrom", "dateTo"]}
      missing="Choose a client and both dates"
      sheetOf={statementOfAccountSheet}
      acts={(answer) => <SendStatement statement={answer} />}
      controls={(parameters) => <Controls parameters={parameters} />}
    />
  );
}

/** Sends the statement to the client, in the same dialog as documents. */
function SendStatement({ statement }: { statement: Answer }) {
  const { client, dateFrom, dateTo } = statement;
  const settings = useFetch<MailSettings>("/api/mail-settings").data;
  const dialog = useLazyDialog(async (_: MailSettings) => {
    const [{ SendDialog }, { clients }, { metadata }] = await Promise.all([
      import("../mail/SendDialog.tsx"),
      get<{ clients: Client[] }>("/api/clients"),
      get<{ metadata: Metadata }>("/api/metadata"),
    ]);
    const content = toStatementContent(toAgencyLetterhead(metadata), statement);
    return { SendDialog, content, shown: clients.find(({ _id }) => _id === client._id) };
  });
  const open = () => settings && dialog.open(settings);
  useKeys({ s: open }, "enter books");
  const user = readSession()?.user;
  const writer = { agencyName: user?.agencyName ?? "", name: user?.name ?? "" };
  const query = new URLSearchParams({ clientId: client._id, dateFrom, dateTo });
  return (
    <>
      <Button
        needs="enter books"
        icon="mail"
        label="Send by e-mail"
        keyName="S"
        aria-keyshortcuts="s"
        onClick={open}
      />
      {dialog.draw(({ SendDialog, shown, content }, settings) => {
        const name = shown?.billingName || client.name;
        const thing = {
          address: "/api/reports/statement-of-account/email",
          schema: NewStatementEmail,
          more: { clientId: client._id, dateFrom, dateTo },
          draftOf: `${query}`,
          fileName: `Statement-of-account-${dateFrom}-${dateTo}.pdf`,
          to: shown?.email ? [shown.email] : [],
          texts: statementTexts({ name, dateFrom, dateTo }, writer),
          content,
          onOpen: () =>
            void savePdf({
              url: `/api/reports/statement-of-account.pdf?${query}`,
              name: "statement-of-account.pdf",
              success: "PDF downloaded successfully",
            }),
        };
        return (
          <SendDialog
            thing={thing}
            settings={settings}
            onSent={() => {}}
            onChanged={() => {}}
            onClose={dialog.close}
          />
        );
      })}
    </>
  );
}

function Controls({ parameters }: { parameters: ReportQuery }) {
  const source = useFetch<{ clients: Client[] }>(parameters ? "/api/clients" : null);
  return (
    <>
      <SelectField
        label="Client"
        blank="Choose a client"
        source={source}
        options={(source.data?.clients ?? []).map(
          ({ _id, displayName }) => [_id, displayName] as const,
        )}
        field={filterField("clientId", parameters?.clientId)}
      />
      <PeriodControl parameters={parameters} />
    </>
  );
}
