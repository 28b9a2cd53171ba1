import { useState } from "react";
import { FEATURE_WORDS, type Feature, type Features } from "../../domain/agencies/features.ts";
import { toastError } from "../browser/api.ts";
import { switchFeatures } from "../layout/features.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Switch } from "../ui/Switch.tsx";

const ICONS: Record<Feature, IconName> = {
  banking: "landmark",
  bills: "file-input",
  gst: "badge-percent",
  reports: "chart-no-axes-column",
  close: "calendar-check",
  locks: "lock",
  tabs: "repeat",
};

interface Props {
  features: Features;
  list: readonly Feature[];
  /** Whether each line says what switches it on. */
  isFull?: boolean;
  onChanged(features: Features): void;
}

/** Features with a switch each, which takes effect at once. */
export function FeatureList({ features, list, isFull = false, onChanged }: Props) {
  const [busy, setBusy] = useState<Feature>();
  const change = (feature: Feature) => async (isOn: boolean) => {
    setBusy(feature);
    const answer = await switchFeatures({ [feature]: isOn }).catch(
      toastError("Could not change the feature. Try again."),
    );
    setBusy(undefined);
    if (answer) onChanged(answer);
  };
  return (
    <ul>
      {list.map((feature) => {
        const { name, text, when } = FEATURE_WORDS[feature];
        return (
          <li key={feature} className="row gap-12 p-12-16 line-above text-13">
            <span className="muted">
              <Icon name={ICONS[feature]} />
            </span>
            <div className="grow min-0">
              <div className="strong">{name}</div>
              <p className="small soft">{text}</p>
              {isFull && <p className="small muted">{when}</p>}
            </div>
            <Switch
              label={name}
              isOn={features[feature] === true}
              isBusy={busy === feature}
              onChange={change(feature)}
            />
          </li>
        );
      })}
    </ul>
  );
}
