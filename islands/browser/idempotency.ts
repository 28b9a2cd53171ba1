import { useRef } from "react";

/**
 * The Idempotency-Key of a form: the same for as long as the same is sent, so that a second press or a
 * retry after a lost answer makes nothing twice; another one for anything else.
 */
export function useIdempotencyKey() {
  const last = useRef({ body: "", key: "" });
  return {
    keyFor(input: unknown): string {
      const body = JSON.stringify(input);
      if (body !== last.current.body) last.current = { body, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** After a success, the same again is meant as another one. */
    renew(): void {
      last.current = { body: "", key: "" };
    },
  };
}
