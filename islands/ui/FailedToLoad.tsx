import { sentenceOf } from "../browser/api.ts";
import { Icon } from "./Icon.tsx";

interface Props {
  /** What stands in this place otherwise. */
  label: string;
  failure: unknown;
  otherwise: string;
  onRetry(): void;
}

/** In place of what did not come. */
export function FailedToLoad({ label, failure, otherwise, onRetry }: Props) {
  return (
    <section className="panel empty" aria-label={label}>
      <Icon name="circle-alert" />
      <p>{sentenceOf(failure, otherwise)}</p>
      <button className="btn" type="button" onClick={onRetry}>
        Try again
      </button>
    </section>
  );
}
