import { useEffect, useRef } from "react";
import type uPlot from "uplot";
import { showToast } from "./toasts.ts";

/** A drawing's colours, read from the styles: a canvas knows no `light-dark()`. */
export interface Ink {
  income: string;
  expense: string;
  balance: string;
  grid: string;
  text: string;
}

export type PlotOptions = Omit<uPlot.Options, "width" | "height">;

interface Props {
  /** What is drawn, said in a sentence. */
  label: string;
  data: uPlot.AlignedData;
  options: (ink: Ink, plot: typeof uPlot, width: number) => PlotOptions;
}

// Specification, section 9.
const HEIGHT = 300;

/** A chart on a canvas, drawn again when its box or the theme changes. uPlot comes with the first one. */
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
    // Below the fold of a phone nobody waits for a drawing that nobody sees.
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        void draw();
      },
      { rootMargin: "300px" },
    );
    // The frame, which has its height before the drawing: some browsers never see a box of none.
    sight.observe(element.parentElement ?? element);
    return () => {
      isOver = true;
      sight.disconnect();
      stop();
    };
  }, [data, options]);

  return (
    <div className="chart-box">
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
      { ...options(inkOf(box), Plotter, width), width, height: HEIGHT },
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
  window.addEventListener("themechange", draw);
  return () => {
    sizes.disconnect();
    dark.removeEventListener("change", draw);
    window.removeEventListener("themechange", draw);
    drawn?.destroy();
  };
}

function inkOf(box: HTMLElement): Ink {
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
