import {
  AgencyClosing,
  type ClosedAgency,
  describeClosed,
} from "../../domain/agencies/closedAgency.ts";
import { today } from "../../domain/dates.ts";
import { send } from "../browser/api.ts";
import { leaveWith, readSession } from "../browser/session.ts";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

/** Describes what closing the agency does, and closes it once its slug is typed. */
export function CloseAgency() {
  const form = useAppForm({
    needs: "close the agency",
    values: { agencySlug: "" },
    schema: AgencyClosing,
    save: (body: object) => send<{ closed: ClosedAgency }>("DELETE", "/api/agency", body),
    onSaved: ({ closed }: { closed: ClosedAgency }) => leaveWith(describeClosed(closed, today())),
    otherwise: "Failed to close the agency",
  });
  return (
    <form {...form.props} className="panel grid gap-12" aria-labelledby="close-agency">
      <h2 id="close-agency">Close the agency</h2>
      <ul className="soft list">
        <li>All members are signed out, and access tokens stop working.</li>
        <li>Share links show that the agency is closed.</li>
        <li>Recurring entries, reversals, reminders and e-mails stop.</li>
        <li>For 30 days any owner can sign in and restore everything.</li>
      </ul>
      <p className="soft">Download everything first: a closed agency cannot be exported.</p>
      <FormNotices form={form} />
      <TextField
        label="Agency slug"
        help={`Type ${readSession()?.user.agencySlug} to confirm.`}
        autoComplete="off"
        field={form.field("agencySlug")}
      />
      <div className="actions">
        <SubmitButton form={form} label="Close agency" busy="Closing..." />
      </div>
    </form>
  );
}
