import type { Metadata } from "../../domain/agency.ts";
import type { ClientList } from "../../domain/clients.ts";
import type { InvoiceSettings } from "../../domain/invoiceSettings.ts";
import { useFetch } from "../browser/useFetch.ts";

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
