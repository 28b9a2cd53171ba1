import type { BillForm } from "./useBill.ts";
import type { Row } from "./values.ts";

/** Asks whether a line serves exempt supplies too, because Rule 42 apportions its credit. */
export function Common({ form, row, index }: { form: BillForm; row: Row; index: number }) {
  return (
    <label className="tick i-note">
      <input
        type="checkbox"
        checked={row.use === "COMMON"}
        onChange={({ target }) =>
          form.change(`items[${index}].use`, target.checked ? "COMMON" : "")
        }
      />
      <span>Also used for exempt supplies</span>
    </label>
  );
}
