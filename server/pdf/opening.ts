import { type DateRange, formatRange } from "../../domain/dates.ts";
import { formatInr, type RupeeSum } from "../../domain/money.ts";
import { INK, LEFT, PAGE, RIGHT, type Sheet } from "./sheet.ts";
import type { Line, Style } from "./type.ts";

export const WIDTH = RIGHT - LEFT;

export const style = (size: number, color: string, weight: Style["weight"] = "regular"): Style => ({
  size,
  color,
  weight,
});

/** Whose report it is, and of what period. */
export interface Opening {
  title: string;
  agencyName: string;
  gstNumber: string;
  location: string;
  /** A whole PNG or JPEG. */
  logo?: Uint8Array | undefined;
  range: DateRange;
  /** What narrows it, as sentences: `Type: Expense`. */
  filters: string[];
}

export interface Figure {
  label: string;
  text: string;
  color: string;
}

const LOGO = 34;

/** Who and what, on the first page. Answers where the next thing may begin. */
export function drawOpening(sheet: Sheet, opening: Opening): number {
  const { type } = sheet;
  const { title, agencyName, location, gstNumber, logo, range, filters } = opening;
  const x = LEFT + 14 + (logo ? LOGO + 10 : 0);
  if (logo) sheet.picture(logo, LEFT + 14, PAGE.margin + 1, LOGO);
  const room = LEFT + 344 - x;
  let y = PAGE.margin + 15;

  for (const line of type.wrap(agencyName, style(17, INK.text, "semibold"), room, 3)) {
    sheet.put(line, x, y);
    y += 20;
  }
  const address = [location, gstNumber && `GSTIN ${gstNumber}`].filter(Boolean).join("  ·  ");
  for (const line of type.wrap(address, style(8.5, INK.quiet), room, 3)) {
    sheet.put(line, x, y - 3);
    y += 11;
  }
  if (logo) y = Math.max(y, PAGE.margin + LOGO + 13);
  drawSpine(sheet, y - 9 - PAGE.margin);

  sheet.put(type.line(title, style(11, INK.text, "semibold")), RIGHT, PAGE.margin + 13, "right");
  const period = type.line(formatRange(range), style(8.5, INK.quiet));
  sheet.put(period, RIGHT, PAGE.margin + 28, "right");

  y += 12;
  for (const line of type.wrap(filters.join("  ·  "), style(8.5, INK.text), WIDTH, 4)) {
    sheet.put(line, LEFT, y);
    y += 12;
  }
  return y - 2;
}

/** A bahi is bound in red cloth and stitched with yellow thread. */
export function drawSpine(sheet: Sheet, height: number): void {
  sheet.box(INK.brand, LEFT, PAGE.margin, 5, height);
  const stitches = Math.floor((height - 4) / 8);
  const gap = (height - stitches * 4.5) / (stitches + 1);
  for (let n = 0; n < stitches; n++) {
    sheet.box(INK.thread, LEFT + 2, PAGE.margin + gap + n * (4.5 + gap), 1, 4.5);
  }
}

/** Key figures side by side. */
export function drawFigures(sheet: Sheet, figures: Figure[], y: number): number {
  const step = WIDTH / figures.length;
  sheet.box(INK.line, LEFT, y, WIDTH, 0.6);
  figures.forEach(({ label, text, color }, n) => {
    const x = LEFT + n * step;
    sheet.put(sheet.type.line(label, style(7.5, INK.faint)), x, y + 15);
    sheet.put(fittedLine(sheet, text, style(14, color, "semibold"), step - 8), x, y + 32);
  });
  return y + 46;
}

/** A figure in the room that there is: a crore of crores is made smaller, and nothing is ever cut. */
export function fittedLine(sheet: Sheet, text: string, usual: Style, room: number): Line {
  const line = sheet.type.line(text, usual);
  if (line.width <= room) return line;
  return sheet.type.line(text, {
    ...usual,
    size: Math.floor((10 * usual.size * room) / line.width) / 10,
  });
}

/** With a true minus, which is as wide as the digits. */
export const inr = (rupees: RupeeSum) => formatInr(rupees).replace("-", "−");

export const balanceColor = (rupees: RupeeSum) => (rupees < 0 ? INK.negative : INK.text);
