export type IconName = keyof typeof import("./icons.json");

/** Drawn from the symbols at the head of the page. It says nothing by itself: a word stands beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
