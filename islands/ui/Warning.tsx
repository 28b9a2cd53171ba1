import type { ReactNode } from "react";
import { drawableWarning } from "../../domain/drawable.ts";
import { Icon } from "./Icon.tsx";

/** A field's help text in amber, for input that looks wrong but is accepted. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="warn">
      <Icon name="triangle-alert" />
      <span>{children}</span>
    </span>
  );
}

/**
 * Returns the help of a field that is printed on a PDF: a warning about characters the PDF cannot show,
 * otherwise `help`.
 */
export function describePrinted({ value }: { value: string }, help?: ReactNode): ReactNode {
  return layOutWarning(drawableWarning(value), help);
}

/** Returns the help of a field: the warning if there is one, otherwise `help`. */
export const layOutWarning = (warning: string | undefined, help?: ReactNode): ReactNode =>
  warning ? <Warning>{warning}</Warning> : help;
