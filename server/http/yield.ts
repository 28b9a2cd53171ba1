/**
 * A request's turn to begin. Local statements are synchronous under their promises, so requests that came
 * together would be answered together, and nothing else looked at meanwhile; so they begin one by one, with
 * a look at the network between them.
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
