import { Icon } from "./Icon.tsx";

/** The mark of what came by itself. */
export const OfSeries = () => (
  <span className="of-series" title="Created by a series">
    <Icon name="repeat" />
    <span className="sr-only">created by a series</span>
  </span>
);
