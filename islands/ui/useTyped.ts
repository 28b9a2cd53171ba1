import { useEffect, useRef, useState } from "react";

const QUIET_MS = 250;

/**
 * What is being typed into a field whose value lives elsewhere (in the address, say): shown at once, told
 * after a quarter of a second of quiet, and put aside when the other side changes by itself.
 */
export function useTyped(
  value: string,
  tell: (text: string) => void,
): [string, (text: string) => void] {
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
  return [text, type];
}
