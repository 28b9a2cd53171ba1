import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { get } from "./api.ts";
import { UNDONE } from "./pageEvents.ts";

export interface Loaded<T> {
  data: T | undefined;
  failure: unknown;
  isLoading: boolean;
  reload(): void;
}

interface Answer<T> {
  data?: T;
  failure?: unknown;
  url?: string;
  turn: number;
}

/**
 * Loads a GET. Loads again when the URL changes, on reload, and after an undo; the old data stays in the
 * meantime. Without a URL, loads nothing.
 * @param read a function that stays the same in every render
 */
export function useFetch<T>(
  url: string | null,
  onFailure?: (failure: unknown) => void,
  read: (url: string, signal: AbortSignal) => Promise<T> = get,
): Loaded<T> {
  const [state, setState] = useState<Answer<T>>({ turn: -1 });
  const [turn, setTurn] = useState(0);
  const fail = useEffectEvent((failure: unknown) => onFailure?.(failure));
  useEffect(() => {
    if (url === null) return;
    const stale = new AbortController();
    read(url, stale.signal).then(
      (data) => stale.signal.aborted || setState({ data, url, turn }),
      (failure) => {
        if (stale.signal.aborted) return;
        setState({ failure, url, turn });
        fail(failure);
      },
    );
    return () => stale.abort();
  }, [url, turn, read]);

  const reload = useCallback(() => setTurn((turn) => turn + 1), []);
  useEffect(() => UNDONE.listen(reload), [reload]);
  return {
    data: state.data,
    failure: state.failure,
    isLoading: state.url !== url || state.turn !== turn,
    reload,
  };
}

/** Returns the last loaded data, so that a failed reload does not remove a form. */
export function useLast<T>(data: T | undefined): T | undefined {
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return last.current;
}
