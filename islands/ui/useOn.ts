import { useEffect, useEffectEvent } from "react";
import type { PageEvent } from "../browser/pageEvents.ts";

export function useOn(event: PageEvent, run: () => void): void {
  const onEvent = useEffectEvent(run);
  useEffect(() => event.listen(() => onEvent()), [event]);
}
