import { useState } from "react";
import { type Metadata, MetadataChange } from "../../domain/agency.ts";
import { gstinWarning } from "../../domain/gstin.ts";
import { Failure, send, sentenceOf } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { TextField, upperCased } from "../parts/Field.tsx";
import { printed } from "../parts/printed.tsx";
import { showToast } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";
import { Warning } from "../parts/Warning.tsx";
import { keepAgency } from "../shell/identity.ts";
import { LogoField } from "./LogoField.tsx";

interface Props {
  present: Metadata;
  onSaved(metadata: Metadata): void;
}

export function MetadataForm({ present, onSaved }: Props) {
  const { logoUrl, ...facts } = present;
  const [logo, setLogo] = useState<File>();
  const [logoError, setLogoError] = useState<string>();
  const choose = (file: File | undefined) => {
    setLogo(file);
    setLogoError(undefined);
  };
  const { form, field, values, submit, isBusy } = useFields({
    values: facts,
    schema: MetadataChange,
    submit: async (values) => {
      const body = new FormData();
      // What was not changed is not sent, so that a form that could not be filled in blanks nothing.
      for (const [name, value] of Object.entries(values)) {
        if (name === "agencyName" || value !== facts[name as keyof typeof facts]) {
          body.append(name, value);
        }
      }
      if (logo) body.append("logo", logo);
      const { metadata } = await send<{ metadata: Metadata }>("PUT", "/api/metadata", body);
      changeSession({ agencyName: metadata.agencyName });
      keepAgency(metadata);
      showToast("success", "Metadata updated successfully!");
      onSaved(metadata);
    },
    onFailure: (failure) => {
      const errors = failure instanceof Failure ? failure.errors : [];
      setLogoError(errors.find(({ path }) => path === "logo")?.message);
      showToast("error", sentenceOf(failure, "Failed to update metadata"));
    },
  });
  const warning = gstinWarning(values.gstNumber);

  return (
    <form ref={form} className="panel panel-body agency-form" noValidate onSubmit={submit}>
      <LogoField
        name={values.agencyName}
        present={logoUrl}
        chosen={logo}
        error={logoError}
        onChoose={choose}
      />
      <TextField
        label="Agency name"
        required
        autoComplete="organization"
        help={printed(field("agencyName"))}
        field={field("agencyName")}
      />
      <TextField
        label="Location"
        autoComplete="street-address"
        help={printed(field("location"), "Stands under the name, on the header and on reports")}
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
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help={warning && <Warning>{warning}</Warning>}
          field={upperCased(field("gstNumber"))}
        />
      </div>
      <div className="actions">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy ? "Saving..." : "Save Settings"}
        </button>
      </div>
    </form>
  );
}
