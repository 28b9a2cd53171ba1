import { useEffect, useRef } from "react";
import type uPlot from "uplot";
import { THEME_CHANGED } from "../browser/pageEvents.ts";
import { showToast } from "../browser/toasts.ts";

/** A chart's colours, read from the styles, because a canvas cannot use `light-dark()`. */
export interface PlotColors {
  income: string;
  expense: string;
  balance: string;
  grid: string;
  text: string;
}

export type PlotOptions = Omit<uPlot.Options, "width" | "height">;

interface Props {
  /** Describes the chart in a sentence. */
  label: string;
  data: uPlot.AlignedData;
  options: (ink: PlotColors, plot: typeof uPlot, width: number) => PlotOptions;
}

// Specification, section 9.
const HEIGHT = 300;

/** A chart on a canvas, redrawn if its size or the theme changes. uPlot is loaded with the first one. */
export function Plot({ label, data, options }: Props) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isOver = false;
    let stop = () => {};
    const draw = () =>
      import("uplot").then(
        ({ default: Plotter }) => {
          if (!isOver) stop = keepDrawn(element, Plotter, data, options);
        },
        () => showToast("error", "Failed to load dashboard data"),
      );
    // A chart below the fold is drawn shortly before it is scrolled into view.
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        void draw();
      },
      { rootMargin: "300px" },
    );
    // Observes the frame, which has a height before the chart is drawn: some browsers never report an empty
    // box.
    sight.observe(element.parentElement ?? element);
    return () => {
      isOver = true;
      sight.disconnect();
      stop();
    };
  }, [data, options]);

  return (
    <div className="relative">
      <div ref={box} className="plot" role="img" aria-label={label} />
    </div>
  );
}

function keepDrawn(
  box: HTMLElement,
  Plotter: typeof uPlot,
  data: uPlot.AlignedData,
  options: Props["options"],
): () => void {
  let drawn: uPlot | undefined;
  const draw = () => {
    drawn?.destroy();
    const width = box.clientWidth;
    drawn = new Plotter(
      { ...options(readColors(box), Plotter, width), width, height: HEIGHT },
      data,
      box,
    );
  };
  draw();

  const sizes = new ResizeObserver(() => {
    if (drawn && box.clientWidth !== drawn.width) draw();
  });
  sizes.observe(box);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", draw);
  const endListening = THEME_CHANGED.listen(draw);
  return () => {
    sizes.disconnect();
    dark.removeEventListener("change", draw);
    endListening();
    drawn?.destroy();
  };
}

function readColors(box: HTMLElement): PlotColors {
  const probe = document.createElement("i");
  box.append(probe);
  const colour = (className: string) => {
    probe.className = className;
    return getComputedStyle(probe).color;
  };
  const ink = {
    income: colour("k-income"),
    expense: colour("k-expense"),
    balance: colour("k-balance"),
    grid: colour("k-grid"),
    text: colour("muted"),
  };
  probe.remove();
  return ink;
}

const FONT = "11px Inter, system-ui, sans-serif";

/** Returns the axis of amounts: few lines, rupees in lakh and crore. */
export function amountAxis({ grid, text }: PlotColors): uPlot.Axis {
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

export function nameAxis(
  { text }: PlotColors,
  getName: (at: number) => string,
  space: number,
): uPlot.Axis {
  return {
    stroke: text,
    font: FONT,
    size: 28,
    gap: 8,
    space,
    grid: { show: false },
    ticks: { show: false },
    values: (_, places) => places.map((at) => (Number.isInteger(at) ? getName(at) : "")),
  };
}

/**
 * Returns a tooltip at the cursor. `rows` are its lines, provided by the caller; `onOpen` opens the clicked
 * item.
 */
export function tooltip(
  rows: (at: number) => Node[] | undefined,
  onOpen: (at: number) => void,
): uPlot.Plugin {
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
        plot.over.addEventListener("click", () => {
          const { idx } = plot.cursor;
          if (typeof idx === "number") onOpen(idx);
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

/** Formats an amount for a narrow axis: ₹12.5L, ₹1.04Cr, ₹2L Cr, −₹840. */
export function compactInr(rupees: number): string {
  const sign = rupees < 0 ? "−₹" : "₹";
  const size = Math.abs(rupees);
  if (size >= 1e12) return `${sign}${shorten(size / 1e12)}L Cr`;
  if (size >= 1e7) return `${sign}${shorten(size / 1e7)}Cr`;
  if (size >= 1e5) return `${sign}${shorten(size / 1e5)}L`;
  if (size >= 1e3) return `${sign}${shorten(size / 1e3)}K`;
  return `${sign}${shorten(size)}`;
}

const shorten = (size: number): string => String(Number(size.toFixed(2)));
