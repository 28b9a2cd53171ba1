import type { ReactNode } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { RupeeSum } from "../../domain/money.ts";
import type { Permission } from "../../domain/roles.ts";
import { IconButton } from "./Button.tsx";
import { LockIcon } from "./LockIcon.tsx";
import { Money } from "./Money.tsx";

interface Classes {
  cell: string;
  head?: string;
}

export const dateColumn = {
  header: "Date",
  sortDescFirst: true,
  meta: { cell: "t-date num", head: "t-date" },
  cell: ({ getValue }: { getValue(): string }) => (
    <>
      {formatDate(getValue())}
      <LockIcon date={getValue()} />
    </>
  ),
};

export const moneyColumn = (header: string, meta: Classes) => ({
  header,
  sortDescFirst: true,
  meta,
  cell: ({ getValue }: { getValue(): RupeeSum }) => <Money amount={getValue()} />,
});

/** A column with the row's name, which opens it. */
export const nameColumn = <Thing,>(meta: Classes, onOpen: (thing: Thing) => void) => ({
  header: "Name",
  enableHiding: false,
  meta,
  cell: ({ getValue, row }: { getValue(): string; row: { original: Thing } }) => (
    <button
      className="cell-main cell-open truncate"
      type="button"
      onClick={() => onOpen(row.original)}
    >
      {getValue()}
    </button>
  ),
});

export const actionsColumn = <Thing,>(meta: Classes, draw: (thing: Thing) => ReactNode) => ({
  id: "actions",
  enableHiding: false,
  header: () => <span className="sr-only">Actions</span>,
  meta,
  cell: ({ row }: { row: { original: Thing } }) => (
    <div className="row-acts">{draw(row.original)}</div>
  ),
});

/** A column with a document's number, which links to the document: `/receipts` and its id. */
export const numberColumn = (header: string, width: string, folder: string) => ({
  id: "number",
  header,
  enableHiding: false,
  meta: { cell: `${width} card-3`, head: width },
  cell: ({ getValue, row }: { getValue(): string; row: { original: { _id: string } } }) => (
    <a className="doc" href={`${folder}/${row.original._id}`}>
      {getValue()}
    </a>
  ),
});

interface RowButtonsProps {
  name: string;
  onEdit?: (() => void) | false;
  onDelete?: (() => void) | false;
  /** The label for deleting it. */
  verb?: string;
  /** The permission its action needs. Defaults to entering transactions. */
  needs?: Permission | "nothing";
}

export const RowButtons = ({ name, onEdit, onDelete, ...props }: RowButtonsProps) => {
  const { verb = "Delete", needs: required = "enter books" } = props;
  const needs = required === "nothing" ? undefined : required;
  return (
    <>
      {onEdit && <IconButton needs={needs} icon="pencil" label={`Edit ${name}`} onClick={onEdit} />}
      {onDelete && (
        <IconButton needs={needs} icon="trash-2" label={`${verb} ${name}`} onClick={onDelete} />
      )}
    </>
  );
};
