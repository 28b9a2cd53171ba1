type Fading = Event & { viewTransition?: { ready: Promise<void>; finished: Promise<void> } | null };

/**
 * A page that is left before it has been shown, or sent on by its gate, is not faded to: that is no error,
 * though the browser says so.
 */
export function forgiveSkippedFades(): void {
  for (const moment of ["pageswap", "pagereveal"]) {
    addEventListener(moment, ({ viewTransition }: Fading) => {
      viewTransition?.ready.catch(() => {});
      viewTransition?.finished.catch(() => {});
    });
  }
}
