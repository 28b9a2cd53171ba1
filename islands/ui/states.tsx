import type { ReactNode } from "react";
import { sentenceOf } from "../browser/api.ts";
import { Button } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

interface EmptyProps {
  /** What stands in this place otherwise. */
  label: string;
  icon: IconName;
  title: string;
  text?: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** In place of a list that has nothing to show. */
export function Empty({ label, icon, title, text, children }: EmptyProps) {
  return (
    <section className="panel empty" aria-label={label}>
      <Icon name={icon} />
      <p className="strong" role="status">
        {title}
      </p>
      {text && <p>{text}</p>}
      {children && <div className="actions">{children}</div>}
    </section>
  );
}

interface FailedProps {
  /** What stands in this place otherwise. */
  label: string;
  failure: unknown;
  otherwise: string;
  onRetry(): void;
}

/** In place of what did not come. */
export function FailedToLoad({ label, failure, otherwise, onRetry }: FailedProps) {
  return (
    <section className="panel empty" aria-label={label}>
      <Icon name="circle-alert" />
      <p>{sentenceOf(failure, otherwise)}</p>
      <Button label="Try again" onClick={onRetry} />
    </section>
  );
}
