import { Icon } from "../parts/Icon.tsx";
import type { Master, MasterActions } from "./kinds.ts";

type Props = { thing: Master } & Pick<MasterActions, "onEdit" | "onDelete">;

export function NameCell({ thing, onEdit }: Omit<Props, "onDelete">) {
  return (
    <button className="cell-main cell-open truncate" type="button" onClick={() => onEdit(thing)}>
      {thing.name}
    </button>
  );
}

export function ActivePill({ isActive }: { isActive: boolean }) {
  return (
    <span className={`pill ${isActive ? "pill-pos dot" : "pill-line"}`}>
      {isActive ? "Active" : "Inactive"}
    </span>
  );
}

export function RowActions({ thing, onEdit, onDelete }: Props) {
  return (
    <div className="row-acts">
      <button
        className="icon-btn"
        type="button"
        aria-label={`Edit ${thing.name}`}
        onClick={() => onEdit(thing)}
      >
        <Icon name="pencil" />
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Delete ${thing.name}`}
        onClick={() => onDelete(thing)}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}
