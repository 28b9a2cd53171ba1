export type IconName = keyof typeof import("./icons.json");

/** An icon from the symbols at the top of the page. It has no accessible name, so put a word next to it. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** Shows a button's shortcut; `aria-keyshortcuts` announces it. */
export function Key({ name }: { name: string }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus.
  return <kbd aria-hidden="true">{name}</kbd>;
}

/** The logo: a book in red cloth, stitched with yellow thread. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect className="mark-cover" x="3" y="2" width="18" height="20" rx="4" />
      <path className="mark-thread" d="M8.5 5.5v3M8.5 11v2.4M8.5 16v2.5" />
    </svg>
  );
}
