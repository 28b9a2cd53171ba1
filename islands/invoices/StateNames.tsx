import { formatState, STATES } from "../../domain/gst/states.ts";

/** Suggestions for a place of supply, such as `29-Karnataka`. */
export const StateNames = () => (
  <datalist id="states">
    {STATES.map((state) => (
      <option key={state.code} value={formatState(state)} />
    ))}
  </datalist>
);
