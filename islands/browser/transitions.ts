/**
 * A page that cannot be faded to, for it is left before it is shown or its styles are late, is shown without:
 * no error, though the browser calls it one.
 */
export function forgiveSkippedFades(): void {
  addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
    const { name, message } = event.reason ?? {};
    if (/^(Abort|InvalidState)Error$/.test(name) && /Transition/.test(message)) {
      event.preventDefault();
    }
  });
}
