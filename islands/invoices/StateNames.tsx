import { formatState, STATES } from "../../domain/gst/states.ts";

/** What is suggested where a place of supply is written: `29-Karnataka`. */
export const StateNames = () => (
  <datalist id="states">
    {STATES.map((state) => (
      <option key={state.code} value={formatState(state)} />
    ))}
  </datalist>
);
