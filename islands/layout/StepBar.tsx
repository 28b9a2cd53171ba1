import { useState } from "react";
import { SAVED } from "../browser/pageEvents.ts";
import { LinkButton } from "../ui/Button.tsx";
import { useOn } from "../ui/useOn.ts";
import { showBar } from "./bar.ts";

/** Shows the bar that leads back to the first steps of a new agency. */
export const showStepBar = (step: string): void => showBar(<StepBar step={step} />);

function StepBar({ step }: { step: string }) {
  const [isSaved, setSaved] = useState(false);
  useOn(SAVED, () => setSaved(true));
  return (
    <section
      className="close-bar row gap-12 mid-page round-10 on-raised shadow-pop text-13"
      aria-label="First steps"
    >
      <div role="status">
        <strong className="block strong">{step}</strong>
        <span className="soft">{isSaved ? "Saved" : "First steps"}</span>
      </div>
      <LinkButton
        look={isSaved ? "primary" : "quiet"}
        className="spring"
        label="Back to first steps"
        href="/dashboard"
      />
    </section>
  );
}
