import { useEffect, useEffectEvent } from "react";

export function useOn(event: string, run: () => void): void {
  const onEvent = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onEvent();
    addEventListener(event, listener);
    return () => removeEventListener(event, listener);
  }, [event]);
}
