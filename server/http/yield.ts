/**
 * Queues requests that arrive together, so that they start one by one with network I/O in between. Local
 * statements run synchronously under their promises, so without this all of them would be handled before
 * anything else.
 */
export function yieldToNetwork(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(begin);
  return promise;
}

const waiting: (() => void)[] = [];

function begin(): void {
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) begin();
  });
}
