import type { ReactNode } from "react";
import { drawableWarning } from "../../domain/drawable.ts";
import { Warning } from "./Warning.tsx";

/** The help of a field whose text stands on a PDF: what that cannot show, or else what is said otherwise. */
export function printed({ value }: { value: string }, help?: ReactNode): ReactNode {
  const warning = drawableWarning(value);
  return warning ? <Warning>{warning}</Warning> : help;
}
