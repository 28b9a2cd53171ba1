import { Icon } from "./Icon.tsx";

/** Marks a record that was created from a series. */
export const SeriesMark = () => (
  <span className="of-series" title="Created automatically">
    <Icon name="repeat" />
    <span className="sr-only">created automatically</span>
  </span>
);
