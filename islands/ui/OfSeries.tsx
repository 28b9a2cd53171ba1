import { Icon } from "./Icon.tsx";

/** Marks a record that was created from a series. */
export const OfSeries = () => (
  <span className="of-series" title="Created by a series">
    <Icon name="repeat" />
    <span className="sr-only">created by a series</span>
  </span>
);
