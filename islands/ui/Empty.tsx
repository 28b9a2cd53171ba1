import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

interface Props {
  /** What stands in this place otherwise. */
  label: string;
  icon: IconName;
  title: string;
  text?: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** In place of a list that has nothing to show. */
export function Empty({ label, icon, title, text, children }: Props) {
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
