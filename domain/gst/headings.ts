// The headings of the Harmonised System, to detect nonexistent codes: since the May 2025 period, the
// portal accepts only codes from its list. We check headings only, not the digits after them.

/** Last heading of each chapter, 01 to 97; 0 for the reserved chapter 77. */
const LAST = (
  "06 10 09 10 11 04 14 14 10 08 09 14 02 04 22 05 04 06 05 09 06 09 09 04 " +
  "30 21 16 53 42 06 05 15 07 07 07 06 07 27 26 17 15 06 04 21 04 02 07 23 " +
  "11 07 13 12 11 08 16 09 05 11 11 06 17 17 10 06 07 03 04 15 14 20 18 29 " +
  "26 19 08 16 00 06 07 07 13 15 11 87 49 09 16 07 08 33 14 09 07 06 08 20 " +
  "06"
)
  .split(" ")
  .map(Number);

/** Last two digits of the service headings, from Notification 11/2017-CT(Rate). */
const SERVICES = new Set([
  ...[54, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 72, 73],
  ...[81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 92, 93, 94, 95, 96, 97, 98, 99],
]);
/** Heading 9999 has a single service. */
const EXTRATERRITORIAL = /^9999(00)?$/;
/** Chapter 98: project imports and the like. */
const LAST_OF_98 = 5;

/** Whether the heading of an HSN or SAC exists. Call it only for 4, 6 or 8 digits. */
export function hasHeading(code: string): boolean {
  const [chapter, heading] = [Number(code.slice(0, 2)), Number(code.slice(2, 4))];
  if (chapter === 99) {
    return SERVICES.has(heading) && (heading !== 99 || EXTRATERRITORIAL.test(code));
  }
  const last = chapter === 98 ? LAST_OF_98 : (LAST[chapter - 1] ?? 0);
  return heading >= 1 && heading <= last;
}
