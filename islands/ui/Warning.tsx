import type { ReactNode } from "react";
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
