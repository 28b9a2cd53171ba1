import { MAIL_KIND_NAMES, type MailHolder, type MailRow } from "../../domain/mail/mails.ts";
import { columnHelper } from "../ui/useDataTable.tsx";
import { MailActs } from "./MailActs.tsx";
import { describeMail, timeText } from "./words.ts";

const column = columnHelper<MailRow>();
// The API returns them newest first.
const enableSorting = false;

const PLACES: Record<MailHolder, string> = {
  invoice: "/invoices/",
  note: "/notes/",
  receipt: "/receipts/",
  estimate: "/estimates/",
  voucher: "/vouchers/",
  client: "/clients?client=",
  month: "/close?month=",
  lock: "/settings/locks?to=",
  notifications: "/profile?of=",
};

export const mailColumns = (now: number, onChanged: () => void) =>
  column.columns([
    column.accessor("to", {
      header: "To",
      enableHiding: false,
      enableSorting,
      meta: { cell: "m-to", head: "m-to" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className="cell-main truncate" title={getValue()}>
            {getValue()}
          </span>
          <span className="cell-sub truncate" title={original.subject}>
            {original.subject}
          </span>
        </>
      ),
    }),
    column.accessor("label", {
      header: "About",
      enableSorting,
      meta: { cell: "soft drop m-about", head: "drop m-about" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <a className="doc truncate" href={`${PLACES[original.entity]}${original.id}`}>
            {getValue()}
          </a>
          <span className="cell-sub">{MAIL_KIND_NAMES[original.kind]}</span>
        </>
      ),
    }),
    column.accessor("state", {
      header: "Status",
      enableSorting,
      meta: { cell: "m-state", head: "m-state" },
      cell: ({ row: { original } }) => {
        const { label, className, more } = describeMail(original, now);
        return (
          <>
            <span className={`pill dot ${className}`}>{label}</span>
            <span className="cell-sub truncate" title={more}>
              {more}
            </span>
          </>
        );
      },
    }),
    column.accessor("createdAt", {
      id: "by",
      header: "By",
      enableSorting,
      meta: { cell: "soft drop m-by", head: "drop m-by" },
      cell: ({ row: { original } }) => (
        <>
          <span className="truncate">{original.createdBy.name}</span>
          <span className="cell-sub">{timeText(original.createdAt)}</span>
        </>
      ),
    }),
    column.display({
      id: "actions",
      enableHiding: false,
      header: () => <span className="sr-only">Actions</span>,
      meta: { cell: "m-acts sent", head: "m-acts" },
      cell: ({ row: { original } }) => <MailActs mail={original} onChanged={onChanged} />,
    }),
  ]);
