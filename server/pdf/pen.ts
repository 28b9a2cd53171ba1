import { operand } from "./ink.ts";
import type { Line, Type } from "./type.ts";

// Shapes as PDF operators. Lengths are in points, from the top left corner.

/** From the left, and from the top. */
export type Point = [x: number, y: number];

export type Paint =
  | { fill: string }
  | { stroke: string; width: number /** Lengths of dash and gap. */; dash?: [number, number] };

export interface Pen {
  type: Type;
  /** Draws a line of text on a baseline, starting or ending at `x`. */
  put(line: Line, x: number, baseline: number, align?: "left" | "right"): void;
  /** Draws a line of text centred on a point, rising to the right. */
  stamp(line: Line, x: number, y: number, degrees: number): void;
  box(color: string, x: number, y: number, width: number, height: number): void;
  /** Strokes a line through the points, or fills the shape they enclose. */
  path(points: Point[], paint: Paint): void;
  /** Returns the operators of everything drawn since the last call: shapes first, texts above them. */
  take(): string;
}

/** Opens a pen for an area of this height, because a PDF counts from below. */
export function openPen(type: Type, height: number): Pen {
  let shapes: string[] = [];
  let texts: string[] = [];
  const up = (y: number) => round(height - y);

  return {
    type,
    put({ width, show }, x, baseline, align = "left") {
      texts.push(`1 0 0 1 ${round(align === "left" ? x : x - width)} ${up(baseline)} Tm ${show}`);
    },
    stamp({ width, show }, x, y, degrees) {
      const angle = (degrees * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const turn = [cos, sin, -sin, cos].map((part) => part.toFixed(4)).join(" ");
      const start = `${round(x - (cos * width) / 2)} ${up(y + (sin * width) / 2)}`;
      texts.push(`${turn} ${start} Tm ${show}`);
    },
    box(color, x, y, width, height) {
      shapes.push(
        `${operand(color)} rg ${round(x)} ${up(y + height)} ${round(width)} ${round(height)} re f`,
      );
    },
    path(points, paint) {
      const walk = points
        .map(([x, y], n) => `${round(x)} ${up(y)} ${n === 0 ? "m" : "l"}`)
        .join(" ");
      shapes.push(
        "fill" in paint
          ? `${operand(paint.fill)} rg ${walk} h f`
          : `${operand(paint.stroke)} RG ${paint.width} w [${paint.dash?.join(" ") ?? ""}] 0 d 1 j ${walk} S`,
      );
    },
    take() {
      const all = [...shapes, "BT", ...texts, "ET"].join("\n");
      shapes = [];
      texts = [];
      return all;
    },
  };
}

/** Rounds to a hundredth of a point. */
export const round = (number: number) => Math.round(number * 100) / 100;
