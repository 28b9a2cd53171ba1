import { sentenceOf } from "../browser/api.ts";
import { Icon } from "../parts/Icon.tsx";

interface Props {
  failure: unknown;
  onRetry(): void;
}

/** In place of a form whose data are on their way, or did not come. */
export function FormState({ failure, onRetry }: Props) {
  if (failure) {
    return (
      <section className="panel empty" aria-label="Invoice">
        <Icon name="circle-alert" />
        <p>{sentenceOf(failure, "Failed to load data")}</p>
        <button className="btn" type="button" onClick={onRetry}>
          Try again
        </button>
      </section>
    );
  }
  return (
    <section className="panel empty" aria-label="Invoice" aria-busy="true">
      <p role="status">Loading...</p>
    </section>
  );
}
