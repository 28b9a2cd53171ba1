import { type RefObject, useEffect } from "react";

/**
 * Ctrl Enter saves from anywhere: from the fields of the form, and from outside any form where it is the
 * only one on the page or in the open dialog. Alt Enter presses the button that has that key. A form that
 * is come to begins at the field that asks for the focus.
 */
export function useFormKeys(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const isIdle = document.activeElement === document.body;
    // On a phone the keyboard would cover half of a form that nobody has read yet.
    if (isIdle && matchMedia("(pointer: fine)").matches) {
      element.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    const onKey = (event: KeyboardEvent) => {
      const saves = event.ctrlKey || event.metaKey;
      if (event.key !== "Enter" || event.isComposing || !(saves || event.altKey)) return;
      const dialogs = document.querySelectorAll("dialog[open]");
      const forms = (dialogs[dialogs.length - 1] ?? document).querySelectorAll("form");
      const own = event.target instanceof Element && event.target.closest("form");
      const form = own || (forms.length === 1 && forms[0]);
      if (!form || form !== element.current) return;
      event.preventDefault();
      if (saves) form.requestSubmit();
      else form.querySelector<HTMLElement>("[aria-keyshortcuts='Alt+Enter']")?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
