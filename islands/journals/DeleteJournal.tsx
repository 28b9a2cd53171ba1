import { formatDate } from "../../domain/dates.ts";
import type { Journal } from "../../domain/ledger/journals.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { moneyText } from "../ui/Money.tsx";

interface Props {
  journal: Journal;
  onChanged(): void;
  onClose(): void;
}

export function DeleteJournal({ journal, ...props }: Props) {
  const { _id, date, reason, total } = journal;
  return (
    <ConfirmDelete
      {...props}
      title="Delete journal"
      run={() => send("DELETE", `/api/journals/${_id}`)}
      success="Journal deleted successfully"
      otherwise="Failed to delete journal"
    >
      <p>Are you sure you want to delete this journal?</p>
      <p className="strong">{`${formatDate(date)}, ${reason}, ${moneyText(total)}`}</p>
    </ConfirmDelete>
  );
}
