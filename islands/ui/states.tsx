import type { ReactNode } from "react";
import { failureText } from "../browser/api.ts";
import { Button, LinkButton } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

interface Place {
  /** Its accessible name. */
  label: string;
}

interface EmptyProps extends Place {
  icon: IconName;
  title: string;
  text?: string;
  /** Actions that help. */
  children?: ReactNode;
}

/** The empty state of a list. */
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

interface FailedProps extends Place {
  failure: unknown;
  otherwise: string;
  onRetry(): void;
}

/** Shown instead of a part of the page that failed to load. */
export function FailedToLoad({ label, failure, otherwise, onRetry }: FailedProps) {
  return (
    <section className="panel empty" aria-label={label}>
      <Icon name="circle-alert" />
      <p>{failureText(failure, otherwise)}</p>
      <Button label="Try again" onClick={onRetry} />
    </section>
  );
}

/** One line with a retry button, for a part of a screen. */
export const NotLoaded = ({ text, onRetry }: { text: string; onRetry(): void }) => (
  <span className="error" role="status">
    <Icon name="circle-alert" />
    {text} <Button look="link" label="Try again" onClick={onRetry} />
  </span>
);

export function Loading({
  label,
  text = "Loading...",
  children,
}: Place & { text?: string; children?: ReactNode }) {
  return (
    <section className="panel empty" aria-label={label} aria-busy="true">
      {children}
      <p role="status">{text}</p>
    </section>
  );
}

interface MissingProps {
  icon: IconName;
  title: string;
  href: string;
  /** The text of the link. */
  way: string;
}

/** Shown if the address names a record that does not exist. */
export function Missing({ icon, title, href, way }: MissingProps) {
  return (
    <section className="panel empty" aria-labelledby="missing">
      <Icon name={icon} />
      <h1 id="missing">{title}</h1>
      <LinkButton label={way} href={href} />
    </section>
  );
}
