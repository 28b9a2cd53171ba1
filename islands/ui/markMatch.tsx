/** Marks the first part of a label that equals the typed text. */
export function markMatch(label: string, text: string) {
  const start = text ? label.toLowerCase().indexOf(text.toLowerCase()) : -1;
  if (start < 0) return label;
  const end = start + text.length;
  return (
    <>
      {label.slice(0, start)}
      <mark>{label.slice(start, end)}</mark>
      {label.slice(end)}
    </>
  );
}
