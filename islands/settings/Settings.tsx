import { useState } from "react";
import type { Metadata } from "../../domain/agency.ts";
import { readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed, PageTitle } from "../ui/Allowed.tsx";
import { MetadataForm } from "./MetadataForm.tsx";

/** What the agency says of itself on its header and its papers: the owner's to say. */
export default function Settings() {
  return (
    <Allowed permission="manage metadata" title="Agency Settings">
      <PageTitle title="Agency Settings" />
      <Present />
    </Allowed>
  );
}

function Present() {
  const { data, failure } = useFetch<{ metadata: Metadata }>("/api/metadata");
  const [saved, setSaved] = useState<{ metadata: Metadata; turn: number }>();
  const turn = saved?.turn ?? 0;
  // A failed load falls back silently to the name that is known (specification, section 8).
  const present = saved?.metadata ?? data?.metadata ?? (failure ? fallback() : undefined);
  if (!present) {
    return (
      <div className="panel panel-body agency-form" aria-busy="true">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    );
  }
  // Each save starts the form anew from what was kept, with nothing left to save.
  return (
    <MetadataForm
      key={turn}
      present={present}
      onSaved={(metadata) => setSaved({ metadata, turn: turn + 1 })}
    />
  );
}

const fallback = (): Metadata => ({
  agencyName: readSession()?.user.agencyName || "Your Agency",
  location: "",
  contactNumber: "",
  gstNumber: "",
  logoUrl: "",
});
