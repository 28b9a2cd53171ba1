import { Icon } from "./Icon.tsx";

/** The mark of what came by itself. */
export const OfSeries = () => (
  <span className="of-series" title="Made by a series">
    <Icon name="repeat" />
    <span className="sr-only">made by a series</span>
  </span>
);
