import type { Metadata } from "../../domain/agency.ts";
import type { ClientList } from "../../domain/clients.ts";
import type { InvoiceSettings } from "../../domain/invoiceSettings.ts";
import { useFetch } from "../browser/useFetch.ts";
import { FailedToLoad } from "../ui/states.tsx";

interface Props {
  failure: unknown;
  onRetry(): void;
}

/** In place of a form whose data are on their way, or did not come. */
export function FormState({ failure, onRetry }: Props) {
  if (failure) {
    const said = { label: "Invoice", otherwise: "Failed to load data" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  return (
    <section className="panel empty" aria-label="Invoice" aria-busy="true">
      <p role="status">Loading...</p>
    </section>
  );
}

/** What an invoice is written with. */
export interface Known {
  clients: ClientList["clients"];
  settings: InvoiceSettings;
  /** The agency's; "" where it has none. */
  gstin: string;
}

export function useFormData() {
  const clients = useFetch<ClientList>("/api/clients");
  const settings = useFetch<InvoiceSettings>("/api/invoice-settings");
  const metadata = useFetch<{ metadata: Metadata }>("/api/metadata");
  const all = [clients, settings, metadata];
  const known: Known | undefined = clients.data &&
    settings.data &&
    metadata.data && {
      clients: clients.data.clients,
      settings: settings.data,
      gstin: metadata.data.metadata.gstNumber,
    };
  return {
    known,
    failure: all.find(({ failure }) => failure)?.failure,
    reload: () => {
      for (const { failure, reload } of all) if (failure) reload();
    },
  };
}
