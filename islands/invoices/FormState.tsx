import { FailedToLoad } from "../ui/FailedToLoad.tsx";

interface Props {
  failure: unknown;
  onRetry(): void;
}

/** In place of a form whose data are on their way, or did not come. */
export function FormState({ failure, onRetry }: Props) {
  if (failure) {
    const said = { label: "Invoice", otherwise: "Failed to load data" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  return (
    <section className="panel empty" aria-label="Invoice" aria-busy="true">
      <p role="status">Loading...</p>
    </section>
  );
}
