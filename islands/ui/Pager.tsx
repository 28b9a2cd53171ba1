import { groupIndian } from "../../domain/money.ts";
import { changeUrlQuery, searchWith } from "../browser/urlQuery.ts";
import { Icon } from "./Icon.tsx";
import { PAGE_SIZES } from "./listChoices.ts";
import type { PagedList } from "./useList.ts";

interface Props {
  list: PagedList;
  /** Rows per page. */
  limit: number;
  /** The records counted, if the pager shows the page number instead of neighbouring pages. */
  noun?: string | undefined;
}

/**
 * Links to the first, last, current and neighbouring pages, or "Page 2 of 5" (specification, section 2),
 * and the page size. Links can be opened in new tabs.
 */
export function Pager({ list, limit, noun }: Props) {
  const { page, totalPages, total, items } = list;
  if (total === 0) return null;
  const before = (page - 1) * limit;
  const [first, last] = [groupIndian(before + 1), groupIndian(before + items.length)];
  const isWorthAChoice = total > (PAGE_SIZES[0] as number);
  if (noun && totalPages <= 1) {
    return isWorthAChoice ? (
      <p className="pager">
        <PageSize limit={limit} />
      </p>
    ) : null;
  }
  return (
    <nav className="pager" aria-label="Pages">
      <span role="status">
        Showing <span className="num">{`${first} to ${last} of ${groupIndian(total)}`}</span>
        {noun && ` ${noun}`}
      </span>
      {isWorthAChoice && <PageSize limit={limit} />}
      <ol className="row gap-2">
        <li>
          <Step name="Previous page" icon="chevron-left" to={page - 1} most={totalPages} />
        </li>
        {noun ? (
          <li>
            <span className="gap page-of">{`Page ${page} of ${totalPages}`}</span>
          </li>
        ) : (
          pagesAround(page, totalPages).map((to, index, all) => (
            <li key={to}>
              {to - (all[index - 1] ?? to - 1) > 1 && <span className="gap">…</span>}
              <PageLink to={to} name={`Page ${to}`} isCurrent={to === page}>
                {to}
              </PageLink>
            </li>
          ))
        )}
        <li>
          <Step name="Next page" icon="chevron-right" to={page + 1} most={totalPages} />
        </li>
      </ol>
    </nav>
  );
}

/** Returns the pages to link, for page 7 of 20: 1, 6, 7, 8, 20. */
function pagesAround(page: number, totalPages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, totalPages];
  const shown = new Set(wanted.filter((number) => number >= 1 && number <= totalPages));
  return [...shown].sort((a, b) => a - b);
}

/** Stored in the address only, so that a list opens with its default size. */
function PageSize({ limit }: { limit: number }) {
  const sizes = [...new Set([...PAGE_SIZES, limit])].sort((a, b) => a - b);
  return (
    <label className="page-size">
      Rows per page
      <select
        className="input"
        value={limit}
        onChange={({ target }) => changeUrlQuery({ limit: target.value })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {groupIndian(size)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface StepProps {
  name: string;
  icon: "chevron-left" | "chevron-right";
  to: number;
  most: number;
}

function Step({ name, icon, to, most }: StepProps) {
  if (to >= 1 && to <= most) {
    return (
      <PageLink to={to} name={name}>
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

interface PageLinkProps {
  to: number;
  name: string;
  isCurrent?: boolean;
  children: React.ReactNode;
}

function PageLink({ to, name, isCurrent, children }: PageLinkProps) {
  return (
    <a
      href={searchWith({ page: to })}
      aria-label={name}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        changeUrlQuery({ page: to });
      }}
    >
      {children}
    </a>
  );
}
