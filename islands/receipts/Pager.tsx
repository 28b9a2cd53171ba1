import type { ReceiptList } from "../../domain/receipts.ts";
import { changeSearch, searchWith } from "../browser/search.ts";
import { Icon } from "../parts/Icon.tsx";

interface Props {
  list: ReceiptList;
  limit: number;
}

/** Shown when there is more than one page (specification, section 2). */
export function Pager({ list: { page, total, totalPages }, limit }: Props) {
  if (totalPages <= 1) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span role="status">
        {page <= totalPages ? `Showing ${first} to ${last} of ${total} receipts` : ""}
      </span>
      <ol>
        <li>
          <Step name="Previous page" icon="chevron-left" to={page - 1} most={totalPages} />
        </li>
        <li>
          <span className="gap page-of">{`Page ${page} of ${totalPages}`}</span>
        </li>
        <li>
          <Step name="Next page" icon="chevron-right" to={page + 1} most={totalPages} />
        </li>
      </ol>
    </nav>
  );
}

interface StepProps {
  name: string;
  icon: "chevron-left" | "chevron-right";
  to: number;
  most: number;
}

function Step({ name, icon, to, most }: StepProps) {
  if (to < 1 || to > most) {
    return (
      <span className="gap" aria-disabled="true">
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <a
      href={searchWith({ page: to })}
      aria-label={name}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        changeSearch({ page: to });
      }}
    >
      <Icon name={icon} />
    </a>
  );
}
