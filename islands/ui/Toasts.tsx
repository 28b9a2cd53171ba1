import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  onToasts,
  readToasts,
  removeToast,
  type Toast,
  type ToastType,
} from "../browser/toasts.ts";
import { act, onUndoKey, toUndoAction } from "../browser/undo.ts";
import { Button } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

// Specification, section 9.
const SHOWN_MS = 3000;
const FADE_MS = 300;

const SIGNS: Record<ToastType, { icon: IconName; tone: string }> = {
  success: { icon: "circle-check", tone: "pos" },
  error: { icon: "circle-alert", tone: "neg" },
  info: { icon: "info", tone: "info" },
  warning: { icon: "triangle-alert", tone: "warn" },
};

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, readToasts, readToasts);
  const box = useRef<HTMLElement>(null);

  // Re-added to the top layer with each toast, so that an open dialog does not cover it.
  useEffect(() => {
    if (box.current?.matches(":popover-open")) box.current.hidePopover();
    if (toasts.length > 0) box.current?.showPopover();
  }, [toasts]);

  useEffect(() => {
    document.addEventListener("keydown", onUndoKey);
    return () => document.removeEventListener("keydown", onUndoKey);
  }, []);

  return (
    <section ref={box} className="toasts" popover="manual" aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, type, text, operation, way = "undo", stays } = toast;
  const action = toast.action ?? (operation ? toUndoAction(way, operation) : undefined);
  const [isHeld, setHeld] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  useEffect(() => {
    if (isHeld || stays) return;
    const fade = setTimeout(() => setLeaving(true), SHOWN_MS);
    const end = setTimeout(() => removeToast(id), SHOWN_MS + FADE_MS);
    return () => {
      clearTimeout(fade);
      clearTimeout(end);
    };
  }, [id, isHeld, stays]);

  const hold = (held: boolean) => () => {
    setHeld(held);
    setLeaving(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a message that is being read stays.
    <div
      className={`toast ${isLeaving ? "is-leaving" : ""}`}
      role={type === "error" ? "alert" : "status"}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <span className={SIGNS[type].tone}>
        <Icon name={SIGNS[type].icon} />
      </span>
      <span className="breaks">{text}</span>
      {action && (
        <Button
          look="link"
          label={action.label}
          className="spring"
          keyName={action.keys}
          onClick={() => act(toast)}
        />
      )}
      <button
        className={`icon-btn ${action ? "" : "spring"}`}
        type="button"
        aria-label="Close message"
        onClick={() => removeToast(id)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
