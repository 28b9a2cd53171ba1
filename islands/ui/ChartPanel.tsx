import type { ReactNode } from "react";
import { useId } from "react";

interface Props {
  title: string;
  isLoading: boolean;
  /** Said in place of the chart, where there is nothing to draw. */
  empty: string | undefined;
  legend?: ReactNode;
  children: ReactNode;
}

/** A chart with its title; the same 300 px whether it is loading, empty or drawn. */
export function ChartPanel({ title, isLoading, empty, legend, children }: Props) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id} aria-busy={isLoading}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {(isLoading || !empty) && legend}
      </div>
      <div className="panel-body">
        {isLoading ? (
          <div className="chart-wait skeleton" />
        ) : empty ? (
          <p className="chart-wait muted">{empty}</p>
        ) : (
          children
        )}
      </div>
    </section>
  );
}
