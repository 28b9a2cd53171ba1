import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** Undefined while unknown; null for a tab without a count. */
  count: number | null | undefined;
}

interface Props<Name extends string> {
  label: string;
  tabs: Tab<Name>[];
  chosen: Name;
  onChoose(name: Name): void;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/** Tabs with counts. Arrow keys move between them, as in the ARIA pattern. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.name}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-${tab.name}`}
            type="button"
            role="tab"
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
            {tab.count !== null && <span className="pill num">{tab.count ?? "…"}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
