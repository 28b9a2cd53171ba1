import type { AgencyOverview } from "../../domain/closing/overview.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";

interface Props {
  agency: AgencyOverview;
  onChanged(): void;
}

/** The person responsible for an agency, changed in the cell. */
export function ResponsibleSelect({ agency, onChanged }: Props) {
  const { agencySlug, agencyName, state } = agency;
  if (!state) return null;
  const change = (userId: string) =>
    send("PUT", "/api/overview/responsible", { agencySlug, userId }).then(() => {
      showToast("success", "Responsible person changed");
      onChanged();
    }, toastError("Failed to change the person responsible"));
  return (
    <select
      className="input"
      aria-label={`Responsible for ${agencyName}`}
      value={state.responsible?._id ?? ""}
      onChange={({ target }) => void change(target.value)}
    >
      <option value="">Nobody</option>
      {state.members.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
