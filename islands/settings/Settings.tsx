import { useState } from "react";
import { type Metadata, MetadataChange } from "../../domain/agencies/agency.ts";
import { CONSTITUTIONS } from "../../domain/agencies/constitution.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { FORM_WORDS } from "../../domain/ledger/legalForm.ts";
import { Failure, send } from "../browser/api.ts";
import { changeSession, readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { storeAgency } from "../layout/identity.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { NotesField, SelectField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { Fold } from "../ui/Fold.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { describePrinted, Warning } from "../ui/Warning.tsx";
import { GstFields, toFacts, toValues } from "./GstFields.tsx";
import { LimitPanel } from "./LimitPanel.tsx";
import { LogoField } from "./LogoField.tsx";

export default function Settings() {
  return (
    <Allowed permission="manage metadata" title="Agency Settings">
      <PageHead title="Agency Settings" />
      <Present />
    </Allowed>
  );
}

function Present() {
  const { data, failure, reload } = useFetch<{ metadata: Metadata }>("/api/metadata");
  const [saved, setSaved] = useState<{ metadata: Metadata; turn: number }>();
  const turn = saved?.turn ?? 0;
  // A failed load silently falls back to the known name (specification, section 8).
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
  const isKnown = present === saved?.metadata || present === data?.metadata;
  // An agency without details returns 404.
  const hasFailed = !isKnown && !(failure instanceof Failure && failure.status === 404);
  // Each save restarts the form with the saved values.
  return (
    <>
      {hasFailed && (
        <div className="attn">
          <div>
            <NotLoaded text="The details could not be loaded." onRetry={reload} />
            <p>Fields you do not change keep their values.</p>
          </div>
        </div>
      )}
      <MetadataForm
        key={`${turn} ${isKnown}`}
        present={present}
        onSaved={(metadata) => setSaved({ metadata, turn: turn + 1 })}
      />
      <LimitPanel />
    </>
  );
}

const fallback = (): Metadata => ({
  agencyName: readSession()?.user.agencyName || "Your Agency",
  location: "",
  constitution: "PROPRIETOR",
  contactNumber: "",
  gstNumber: "",
  legalName: "",
  city: "",
  pin: "",
  lut: [],
  aato: {},
  filing: "MONTHLY",
  isComposition: false,
  requireSecondFactor: false,
  accountantMayClose: false,
  logoUrl: "",
});

/** Form fields are text. Other values are converted to JSON. */
const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns whether a field of the GST returns has a value of its own. */
const hasGstFacts = ({ lut, aato, filing, isComposition }: Metadata): boolean =>
  lut.length > 0 || Object.keys(aato).length > 0 || filing !== "MONTHLY" || isComposition;

interface Props {
  present: Metadata;
  onSaved(metadata: Metadata): void;
}

function MetadataForm({ present, onSaved }: Props) {
  const { logoUrl, ...facts } = present;
  const form = useAppForm({
    needs: "manage metadata",
    values: { ...toValues(facts), logo: undefined as File | undefined },
    schema: MetadataChange,
    read: ({ logo: _, ...values }) => toFacts(values, facts),
    save: (values: typeof facts) => {
      const body = new FormData();
      // An unchanged field is not sent: it may be a fallback, or another owner may have changed it.
      for (const [name, value] of Object.entries(values)) {
        const [now, before] = [value, facts[name as keyof typeof facts]].map(asText);
        if (now !== before) body.append(name, now as string);
      }
      if (form.values.logo) body.append("logo", form.values.logo);
      return send("PUT", "/api/metadata", body);
    },
    onSaved: ({ metadata }: { metadata: Metadata }) => {
      changeSession({ agencyName: metadata.agencyName });
      storeAgency(metadata);
      showToast("success", "Metadata updated successfully!");
      onSaved(metadata);
    },
    otherwise: "Failed to update metadata",
  });
  const { field, values } = form;
  const warning = gstinWarning(values.gstNumber);

  return (
    <form {...form.props} className="settings-form grid gap-16">
      <FormNotices form={form} />
      <div className="panel">
        <Section title="Shown in the header and on documents">
          <LogoField
            name={values.agencyName}
            present={logoUrl}
            chosen={values.logo}
            error={form.errorAt("logo")}
            onChoose={(file) => form.change("logo", file)}
          />
          <TextField
            label="Agency name"
            required
            autoComplete="organization"
            help={describePrinted(field("agencyName"))}
            field={field("agencyName")}
          />
          <NotesField
            label="Location"
            help={describePrinted(
              field("location"),
              "Shown under the name in the header and on reports",
            )}
            field={field("location")}
          />
          <div className="grid-2">
            <TextField
              label="Contact number"
              type="tel"
              autoComplete="tel"
              field={field("contactNumber")}
            />
            <TextField
              label="GST number"
              autoCapitalize="characters"
              spellCheck={false}
              help={warning && <Warning>{warning}</Warning>}
              field={toUpperCaseField(field("gstNumber"))}
            />
          </div>
          <div className="grid-2 keep">
            <TextField label="City" help={describePrinted(field("city"))} field={field("city")} />
            <TextField label="PIN Code" inputMode="numeric" field={field("pin")} />
          </div>
          <TextField
            label="Legal name"
            help={describePrinted(field("legalName"), "Legal name, if different from the agency's")}
            field={field("legalName")}
          />
          <SelectField
            label="Legal form"
            options={CONSTITUTIONS.map((form) => [form, FORM_WORDS[form].name] as const)}
            help="Determines how statements show capital, income tax and drawings"
            field={field("constitution")}
          />
        </Section>
      </div>
      <div className="panel">
        <Fold label="For GST returns" className="p-16" isFilled={hasGstFacts(present)}>
          <GstFields form={form} />
        </Fold>
      </div>
      <div className="form-acts flex to-end gap-8">
        <SubmitButton form={form} label="Save Settings" aria-keyshortcuts="Control+Enter" />
      </div>
    </form>
  );
}
