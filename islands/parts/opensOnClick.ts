/** For a row that a click anywhere opens, but on a link or a button of its own, or to select its text. */
export const opensOnClick =
  (address: string) =>
  ({ target }: React.MouseEvent): void => {
    const isControl = target instanceof Element && target.closest("a, button");
    if (!isControl && !getSelection()?.toString()) location.href = address;
  };
