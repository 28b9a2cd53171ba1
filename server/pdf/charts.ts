import { formatDate } from "../../domain/dates.ts";
import { groupDigits, inr } from "./amounts.ts";
import { CATEGORY_INKS, INK } from "./ink.ts";
import type { Pen, Point } from "./pen.ts";
import { style } from "./type.ts";

// Charts as vectors, which print as sharply as text.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LABEL = style(7, INK.faint);
const LEGEND = style(7.5, INK.quiet);
const AXIS = 46;

export interface Series {
  name: string;
  color: string;
  values: number[];
  isDashed?: boolean;
}

/** Draws lines over time, with as many dates below as fit. */
export function drawLines(pen: Pen, box: Box, dates: string[], series: Series[]): void {
  drawLegend(pen, box, series);
  const scale = openScale(pen, box, series);
  const [left, width] = [box.x + AXIS, box.width - AXIS];
  const across = (n: number) =>
    left + (dates.length > 1 ? (n * width) / (dates.length - 1) : width / 2);
  for (const { color, values, isDashed } of series) {
    const points = values.map((value, n): Point => [across(n), scale(value)]);
    const dash: { dash?: [number, number] } = isDashed ? { dash: [4, 2.5] } : {};
    pen.path(points.length > 1 ? points : [...points, ...points], {
      stroke: color,
      width: 1.3,
      ...dash,
    });
  }
  const every = Math.ceil(dates.length / 7);
  dates.forEach((date, n) => {
    if (n % every !== 0) return;
    const label = pen.type.line(formatDate(date).slice(0, -5), LABEL);
    const x = Math.min(across(n) - label.width / 2, left + width - label.width);
    pen.put(label, Math.max(x, left), box.y + box.height + 10);
  });
}

/** Draws a bar per name and series, up or down from the zero line. */
export function drawBars(pen: Pen, box: Box, names: string[], series: Series[]): void {
  drawLegend(pen, box, series);
  const scale = openScale(pen, box, series);
  const [left, width] = [box.x + AXIS, box.width - AXIS];
  const step = width / names.length;
  const bar = Math.min(14, (step * 0.7) / series.length);
  names.forEach((name, n) => {
    const middle = left + (n + 0.5) * step;
    series.forEach(({ color, values }, m) => {
      const value = values[n] ?? 0;
      const [top, bottom] = [scale(Math.max(value, 0)), scale(Math.min(value, 0))];
      const x = middle + (m - series.length / 2) * bar;
      pen.box(color, x, top, bar - 1, Math.max(bottom - top, 0.4));
    });
    const [label] = pen.type.wrap(name, LABEL, step - 4, 1);
    if (label) pen.put(label, middle - label.width / 2, box.y + box.height + 10);
  });
}

/** Draws a ring of shares in the eight colours, with the total in the middle. */
export function drawRing(pen: Pen, box: Box, values: number[], middle: string): void {
  const radius = Math.min(box.width, box.height) / 2;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const sum = values.reduce((all, value) => all + value, 0);
  let turned = 0;
  values.forEach((value, n) => {
    const share = value / sum;
    const fill = CATEGORY_INKS[n % CATEGORY_INKS.length] as string;
    pen.path(ringPart([x, y], radius, turned, turned + share), { fill });
    turned += share;
  });
  const total = pen.type.line(middle, style(9, INK.text, "semibold"));
  pen.put(total, x - total.width / 2, y + 3);
}

/**
 * Returns the outline between two shares of a full turn, starting at the top. Short straight lines
 * approximate the curve.
 */
function ringPart([x, y]: Point, radius: number, from: number, to: number): Point[] {
  const steps = Math.max(2, Math.ceil((to - from) * 120));
  const at = (n: number, distance: number): Point => {
    const angle = (from + ((to - from) * n) / steps) * 2 * Math.PI;
    return [x + distance * Math.sin(angle), y - distance * Math.cos(angle)];
  };
  const outer = Array.from({ length: steps + 1 }, (_, n) => at(n, radius));
  const inner = Array.from({ length: steps + 1 }, (_, n) => at(steps - n, radius * 0.62));
  return [...outer, ...inner];
}

function drawLegend(pen: Pen, box: Box, series: Series[]): void {
  let x = box.x + box.width;
  for (const { name, color } of series.toReversed()) {
    const line = pen.type.line(name, LEGEND);
    pen.put(line, x, box.y - 10, "right");
    x -= line.width + 10;
    pen.box(color, x, box.y - 15.5, 6, 6);
    x -= 12;
  }
}

/** Draws the scale's lines with their amounts, and returns a function from rupees to a height. */
function openScale(pen: Pen, box: Box, series: Series[]): (rupees: number) => number {
  const values = series.flatMap(({ values }) => values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = computeStep(most - least);
  const [low, high] = [Math.floor(least / step) * step, Math.max(Math.ceil(most / step), 1) * step];
  const scale = (rupees: number) => box.y + ((high - rupees) / (high - low)) * box.height;
  for (let mark = low; mark <= high + step / 2; mark += step) {
    const y = scale(mark);
    pen.box(
      Math.abs(mark) < step / 2 ? INK.strong : INK.line,
      box.x + AXIS,
      y,
      box.width - AXIS,
      0.5,
    );
    const label = pen.type.line(formatShort(mark), LABEL);
    pen.put(label, box.x + AXIS - 6, y + 2.4, "right");
  }
  return scale;
}

/** Returns a step of 1, 2 or 5 times a power of ten that gives about four marks. */
function computeStep(span: number): number {
  const rough = Math.max(span, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

const UNITS = [
  [1e12, "L Cr"],
  [1e7, "Cr"],
  [1e5, "L"],
] as const;

/**
 * Formats an amount as ₹2.5L or ₹3Cr, for charts where the whole amount does not fit. Exact amounts are in
 * tables.
 */
export function formatShort(rupees: number): string {
  const size = Math.abs(rupees);
  const sign = rupees < 0 ? "−" : "";
  const [unit, name] = UNITS.find(([least]) => size >= least) ?? [1, ""];
  if (!name) return inr(rupees).replace(/\.00$/, "");
  return `${sign}₹${groupDigits(String(Number((size / unit).toFixed(2))))}${name}`;
}
