import { useCallback, useEffect, useRef, useState } from "react";
import { get, UNDONE } from "./api.ts";

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
  /** Of how many reloads it is. */
  turn: number;
}

/**
 * What a GET answers, asked again when its address changes, on reload, and once something was undone. While
 * the next answer is on its way the old one stays. No address: nothing is asked.
 */
export function useFetch<T>(
  url: string | null,
  onFailure?: (failure: unknown) => void,
  read: (url: string, signal: AbortSignal) => Promise<T> = get,
): Loaded<T> {
  const [state, setState] = useState<Answer<T>>({ turn: -1 });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (url === null) return;
    const stale = new AbortController();
    read(url, stale.signal).then(
      (data) => stale.signal.aborted || setState({ data, url, turn }),
      (failure) => {
        if (stale.signal.aborted) return;
        setState({ failure, url, turn });
        onFailure?.(failure);
      },
    );
    return () => stale.abort();
  }, [url, turn]);

  const reload = useCallback(() => setTurn((turn) => turn + 1), []);
  useEffect(() => {
    addEventListener(UNDONE, reload);
    return () => removeEventListener(UNDONE, reload);
  }, []);
  return {
    data: state.data,
    failure: state.failure,
    isLoading: state.url !== url || state.turn !== turn,
    reload,
  };
}

/** Keeps the last data that was loaded, so that a failed reload does not remove a form. */
export function useLast<T>(data: T | undefined): T | undefined {
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return last.current;
}
