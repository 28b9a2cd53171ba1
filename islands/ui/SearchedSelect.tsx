import type { Searched } from "../browser/useSearched.ts";
import { SelectField, type SelectProps } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { useTyped } from "./SearchFilter.tsx";

interface Props<Row> extends Omit<SelectProps, "options" | "source"> {
  searched: Searched<Row>;
  /** The plural, such as `bills`. */
  noun: string;
  /** The chosen row, in case no loaded page contains it. */
  known?: Row | undefined;
  /** Returns the option's text. */
  text(row: Row): string;
}

/** A select for the rows of a list. A list longer than one page gets a search field above. */
export function SearchedSelect<Row extends { _id: string }>(props: Props<Row>) {
  const { searched, noun, known, text, ...select } = props;
  const { rows, isCut, find } = searched;
  const { value } = select.field;
  const chosen = find(value) ?? (known?._id === value ? known : undefined);
  const isElsewhere = chosen !== undefined && !rows.some(({ _id }) => _id === chosen._id);
  const all = isElsewhere ? [chosen, ...rows] : rows;
  return (
    <>
      {isCut && <Search searched={searched} noun={noun} />}
      <SelectField
        {...select}
        source={searched}
        options={all.map((row) => [row._id, text(row)] as const)}
      />
    </>
  );
}

function Search(props: {
  searched: Pick<Searched<unknown>, "q" | "search" | "total">;
  noun: string;
}) {
  const { q, search, total } = props.searched;
  const [value, type] = useTyped(q, search);
  const label = `Search ${total.toLocaleString("en-IN")} ${props.noun}`;
  return (
    <search className="with-icon search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => type(target.value)}
      />
    </search>
  );
}
