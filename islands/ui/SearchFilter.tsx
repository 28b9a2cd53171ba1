import { useEffect, useRef, useState } from "react";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, type SearchChange } from "../browser/urlQuery.ts";
import { Icon, Key } from "./Icon.tsx";

interface SearchProps {
  /** The search text in the address. */
  q: string;
  /** The field's label, and the columns that are searched. */
  label: string;
  placeholder: string;
  /** Returns the change of the address for a search. Defaults to the search alone. */
  toChange?: ((q: string) => SearchChange) | undefined;
}

/** A search field with a shortcut. */
export function SearchFilter({ q, label, placeholder, toChange }: SearchProps) {
  const [text, type] = useTyped(q, (q) => changeUrlQuery(toChange?.(q) ?? { q }, "replace"));
  const field = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => field.current?.focus() });
  return (
    <search className="with-icon search">
      <Icon name="search" />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <Key name="/" />
    </search>
  );
}

const QUIET_MS = 250;

/**
 * Returns the text being typed into a field whose value is stored elsewhere, such as in the address. Input
 * is reported after 250 ms without a key, and discarded if the stored value changes for another reason.
 */
export function useTyped(value: string, tell: (text: string) => void) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reported = useRef(value);
  useEffect(() => {
    if (value !== reported.current) {
      clearTimeout(timer.current);
      reported.current = value;
      setText(value);
    }
  }, [value]);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      reported.current = next;
      tell(next);
    }, QUIET_MS);
  };
  return [text, type] as const;
}
