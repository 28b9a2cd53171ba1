/**
 * Ignores skipped fades: a page that is left early or whose styles are late appears without one. The
 * browser reports that as an error.
 */
export function forgiveSkippedFades(): void {
  addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
    const { name, message } = event.reason ?? {};
    if (/^(Abort|InvalidState)Error$/.test(name) && /Transition/.test(message)) {
      event.preventDefault();
    }
  });
}
