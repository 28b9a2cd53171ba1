import { useEffect, useRef, useState } from "react";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Icon, Key } from "./Icon.tsx";

interface SearchProps {
  /** As the address has it. */
  q: string;
  /** What is searched, as the field's name, and what a search looks in. */
  label: string;
  placeholder: string;
}

/** Searches a list by what is typed; a key leads to it. */
export function SearchFilter({ q, label, placeholder }: SearchProps) {
  const [text, type] = useTyped(q, (q) => changeUrlQuery({ q }, "replace"));
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
 * What is being typed into a field whose value lives elsewhere (in the address, say): shown at once, told
 * after a quarter of a second of quiet, and put aside when the other side changes by itself.
 */
export function useTyped(value: string, tell: (text: string) => void) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) {
      clearTimeout(timer.current);
      told.current = value;
      setText(value);
    }
  }, [value]);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      told.current = next;
      tell(next);
    }, QUIET_MS);
  };
  return [text, type] as const;
}
