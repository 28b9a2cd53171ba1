import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { failureText } from "../browser/api.ts";
import type { FormField } from "./Field.tsx";

interface Props {
  /** The column. Enter goes to the cell below in the same column. */
  column: string;
  /** The present value, as its field has it. */
  value: string;
  /** Shown until the cell is opened. */
  children: ReactNode;
  /** Draws the field of the form that edits this value. */
  input(field: FormField): ReactNode;
  /** Whether choosing a value saves it. */
  isChoice?: boolean;
  /** @throws Failure if the value is refused */
  save(value: string): Promise<void>;
}

/**
 * A table cell that is edited in place. Enter saves and opens the cell below, Tab saves and goes to the
 * right, Escape restores the value. A refused value stays in its field, with the reason below.
 */
export function EditCell({ column, value, children, input, isChoice, save }: Props) {
  const [state, setState] = useState<"shown" | "edited" | "saving">("shown");
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string>();
  // A field reports its last change in the same event that ends it.
  const latest = useRef(value);
  const cell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = state !== "shown";
  useEffect(() => {
    if (isOpen) cell.current?.querySelector("input")?.focus();
  }, [isOpen]);

  const open = () => {
    latest.current = value;
    setTyped(value);
    setError(undefined);
    setState("edited");
  };
  const close = () => setState("shown");
  const end = async (then?: () => void) => {
    if (state === "saving") return;
    if (latest.current !== value) {
      setState("saving");
      try {
        await save(latest.current);
      } catch (failure) {
        setError(failureText(failure, "Could not save"));
        setState("edited");
        return;
      }
    }
    close();
    then?.();
  };
  const change = (text: string) => {
    latest.current = text;
    setTyped(text);
    setError(undefined);
    if (isChoice && text) void end(() => button.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      const below = findBelow(event.currentTarget, column);
      return void end(() => below?.click());
    }
    close();
    requestAnimationFrame(() => button.current?.focus());
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A choice is saved when it is taken; text that names nothing is dropped.
    if (!currentTarget.contains(relatedTarget)) void (isChoice ? close() : end());
  };
  if (!isOpen)
    return (
      <button
        ref={button}
        className="cell-open"
        type="button"
        data-column={column}
        title={`Edit ${column}`}
        onClick={open}
      >
        {children}
      </button>
    );
  const field = { name: column, value: typed, error, change, blur() {} };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its field has the keys that it handles.
    <div
      ref={cell}
      className="cell-edit"
      aria-busy={state === "saving"}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {input(field)}
    </div>
  );
}

/** Returns the button of the cell below, if that cell can be edited. */
function findBelow(cell: Element, column: string): HTMLButtonElement | null | undefined {
  const rows = [...document.querySelectorAll("tr[data-id]")];
  const row = cell.closest("tr");
  const below = row && rows[rows.indexOf(row) + 1];
  return below?.querySelector<HTMLButtonElement>(`button[data-column="${column}"]`);
}
