import { ROLE_NAMES, type Role } from "../../domain/roles.ts";
import { type FormField, SelectField } from "../ui/Field.tsx";

/** The role with the fewest permissions comes first. */
const OFFERED: Role[] = ["staff", "accountant", "owner"];

export const RoleField = ({ field }: { field: FormField }) => (
  <SelectField
    label="Role"
    help={HELP[field.value]}
    options={OFFERED.map((role) => [role, ROLE_NAMES[role]] as const)}
    field={field}
  />
);

const HELP: Record<string, string> = {
  owner:
    "Owners can do everything, including deleting and managing settings, the team and the audit log",
  staff:
    "Staff can add and edit, but not edit invoices; they cannot delete transactions, receipts or payments",
  accountant:
    "Accountants can view everything, keep journals, mark returns as filed and close the books; " +
    "they cannot add, edit or delete entries",
};
