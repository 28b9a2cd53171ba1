import type uPlot from "uplot";
import { compactInr } from "./compactInr.ts";
import type { Ink } from "./Plot.tsx";

const FONT = "11px Inter, system-ui, sans-serif";

/** The axis of amounts: few lines, rupees in lakh and crore, none of its own. */
export function amountAxis({ grid, text }: Ink): uPlot.Axis {
  return {
    scale: "y",
    stroke: text,
    font: FONT,
    size: 56,
    gap: 6,
    space: 48,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_, amounts) => amounts.map(compactInr),
  };
}

export function nameAxis({ text }: Ink, nameOf: (at: number) => string, space: number): uPlot.Axis {
  return {
    stroke: text,
    font: FONT,
    size: 28,
    gap: 8,
    space,
    grid: { show: false },
    ticks: { show: false },
    values: (_, places) => places.map((at) => (Number.isInteger(at) ? nameOf(at) : "")),
  };
}

/** A card beside the cursor that says what is under it. `rows` are its lines, put in by the caller. */
export function tooltip(rows: (at: number) => Node[] | undefined): uPlot.Plugin {
  const card = document.createElement("div");
  card.className = "tip";
  card.hidden = true;
  return {
    hooks: {
      init: (plot) => {
        plot.over.append(card);
        plot.over.addEventListener("mouseleave", () => {
          card.hidden = true;
        });
      },
      setCursor: (plot) => {
        const { idx, left = 0 } = plot.cursor;
        const content = typeof idx === "number" ? rows(idx) : undefined;
        card.hidden = !content || left < 0;
        if (!content || card.hidden) return;
        card.replaceChildren(...content);
        const room = plot.over.clientWidth - left;
        card.style.left = `${room > card.offsetWidth + 24 ? left + 14 : left - card.offsetWidth - 14}px`;
        card.style.top = "12px";
      },
    },
  };
}

/** One line of a tooltip: a swatch, a name, a figure. */
export function tipRow(swatch: string, name: string, figure: string): Node[] {
  return [
    element("span", swatch ? `swatch ${swatch}` : ""),
    element("span", "", name),
    element("span", "num", figure),
  ];
}

export function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
