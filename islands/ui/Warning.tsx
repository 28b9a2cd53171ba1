import type { ReactNode } from "react";
import { drawableWarning } from "../../domain/drawable.ts";
import { Icon } from "./Icon.tsx";

/** What looks wrong with a field and is taken all the same: the field's help, in amber. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="warn">
      <Icon name="triangle-alert" />
      <span>{children}</span>
    </span>
  );
}

/** The help of a field whose text stands on a PDF: what that cannot show, or else what is said otherwise. */
export function describePrinted({ value }: { value: string }, help?: ReactNode): ReactNode {
  return layOutWarning(drawableWarning(value), help);
}

/** The help of a field: what looks wrong with it, or else what is said otherwise. */
export const layOutWarning = (warning: string | undefined, help?: ReactNode): ReactNode =>
  warning ? <Warning>{warning}</Warning> : help;
