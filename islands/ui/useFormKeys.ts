import { type RefObject, useEffect } from "react";

/**
 * Ctrl Enter saves from anywhere: from the fields of the form, and from outside any form where it is the only
 * one on the page or in the open dialog. A form that is come to begins at the field that asks for the focus.
 */
export function useFormKeys(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const isIdle = document.activeElement === document.body;
    // On a phone the keyboard would cover half of a form that nobody has read yet.
    if (isIdle && matchMedia("(pointer: fine)").matches) {
      element.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      const dialogs = document.querySelectorAll("dialog[open]");
      const forms = (dialogs[dialogs.length - 1] ?? document).querySelectorAll("form");
      const own = event.target instanceof Element && event.target.closest("form");
      if ((own || (forms.length === 1 && forms[0])) === element.current) {
        event.preventDefault();
        element.current?.requestSubmit();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
