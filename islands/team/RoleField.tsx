import { ROLE_NAMES, type Role } from "../../domain/roles.ts";
import { type FormField, SelectField } from "../ui/Field.tsx";

/** Whoever may do least is offered first. */
const OFFERED: Role[] = ["staff", "accountant", "owner"];

/** What a member may do. */
export const RoleField = ({ field }: { field: FormField }) => (
  <SelectField
    label="Role"
    help={HELP[field.value]}
    options={OFFERED.map((role) => [role, ROLE_NAMES[role]] as const)}
    field={field}
  />
);

const HELP: Record<string, string> = {
  owner: "Owners also manage settings, the team and the audit log, and delete entries",
  staff: "Staff enter and change the books, and delete nothing",
  accountant: "Accountants read everything, keep journals and mark returns, and change no entries",
};
