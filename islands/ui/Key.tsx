/** A key's name on its button, for the eye: `aria-keyshortcuts` says it. */
export function Key({ name }: { name: string }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus.
  return <kbd aria-hidden="true">{name}</kbd>;
}
