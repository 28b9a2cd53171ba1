import { type ReactNode, useEffect, useRef, useState } from "react";

interface Props {
  label: string;
  /** Whether a folded field has a value at first. It then starts open. */
  isFilled: boolean;
  className?: string;
  children: ReactNode;
}

/** Fields that are rarely needed. It opens by itself if one of them has a value or an error. */
export function Fold({ label, isFilled, className = "fields", children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(isFilled);
  // Errors come with a render of the form.
  useEffect(() => {
    if (fold.current?.querySelector("[aria-invalid=true]")) setOpen(true);
  });
  return (
    <details
      ref={fold}
      className="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="text-13 strong pointer">{label}</summary>
      <div className={className}>{children}</div>
    </details>
  );
}
