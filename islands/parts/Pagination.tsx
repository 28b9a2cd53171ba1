import type { ReactNode } from "react";
import { searchWith } from "../browser/search.ts";
import { Icon } from "./Icon.tsx";

interface Props {
  page: number;
  totalPages: number;
  /** In the list altogether, and on a full page. */
  total: number;
  limit: number;
  onPage(page: number): void;
}

/** First, last, the present page and its neighbours (specification, section 2), as links to open in tabs. */
export function Pagination({ page, totalPages, total, limit, onPage }: Props) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span role="status">
        Showing <span className="num">{`${first} to ${last} of ${total}`}</span>
      </span>
      <ol>
        <li>
          <Step
            name="Previous page"
            icon="chevron-left"
            to={page - 1}
            {...{ totalPages, onPage }}
          />
        </li>
        {pagesAround(page, totalPages).map((shown, index, all) => (
          <li key={shown}>
            {shown - (all[index - 1] ?? shown - 1) > 1 && <span className="gap">…</span>}
            <PageLink to={shown} name={`Page ${shown}`} isCurrent={shown === page} onPage={onPage}>
              {shown}
            </PageLink>
          </li>
        ))}
        <li>
          <Step name="Next page" icon="chevron-right" to={page + 1} {...{ totalPages, onPage }} />
        </li>
      </ol>
    </nav>
  );
}

/** 7 of 20: 1, 6, 7, 8, 20. */
export function pagesAround(page: number, totalPages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, totalPages];
  const shown = new Set(wanted.filter((number) => number >= 1 && number <= totalPages));
  return [...shown].sort((a, b) => a - b);
}

interface StepProps extends Pick<Props, "totalPages" | "onPage"> {
  name: string;
  icon: "chevron-left" | "chevron-right";
  to: number;
}

function Step({ name, icon, to, totalPages, onPage }: StepProps) {
  if (to >= 1 && to <= totalPages) {
    return (
      <PageLink to={to} name={name} onPage={onPage}>
        <Icon name={icon} />
      </PageLink>
    );
  }
  return (
    <span className="gap" aria-disabled="true">
      <Icon name={icon} />
    </span>
  );
}

interface PageLinkProps extends Pick<Props, "onPage"> {
  to: number;
  name: string;
  isCurrent?: boolean;
  children: ReactNode;
}

function PageLink({ to, name, isCurrent, onPage, children }: PageLinkProps) {
  return (
    <a
      href={searchWith({ page: to })}
      aria-label={name}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onPage(to);
      }}
    >
      {children}
    </a>
  );
}
