import { useState } from "react";
import { FEATURES, type Features } from "../../domain/agencies/features.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { PageHead } from "../ui/Page.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { FeatureList } from "./FeatureList.tsx";

const TITLE = "Features";

/** The features of the agency, each with a switch. */
export default function FeaturesPage() {
  return (
    <Allowed permission="manage metadata" title={TITLE}>
      <PageHead title={TITLE} />
      <Switches />
    </Allowed>
  );
}

function Switches() {
  const otherwise = "Failed to load features";
  const { data, failure, reload } = useFetch<{ features: Features }>(
    "/api/metadata",
    toastError(otherwise),
  );
  const [changed, setChanged] = useState<Features>();
  const features = changed ?? data?.features;
  return (
    <section className="panel measured" aria-label={TITLE} aria-busy={!features && !failure}>
      <p className="p-12-16 small soft">
        A feature adds its entry to the sidebar. Switching it off hides the entry and deletes
        nothing; search and addresses still lead to its pages.
      </p>
      {failure !== undefined && !features && (
        <p className="panel-body">
          <NotLoaded text={otherwise} onRetry={reload} />
        </p>
      )}
      {features && (
        <FeatureList features={features} list={FEATURES} isFull onChanged={setChanged} />
      )}
    </section>
  );
}
