import type { Metadata } from "../../domain/agency.ts";
import type { ClientList } from "../../domain/clients.ts";
import type { InvoiceSettings } from "../../domain/invoiceSettings.ts";
import { useLoaded } from "../browser/useLoaded.ts";

/** What an invoice is written with. */
export interface Known {
  clients: ClientList["clients"];
  settings: InvoiceSettings;
  /** The agency's; "" where it has none. */
  gstin: string;
}

export function useKnown() {
  const clients = useLoaded<ClientList>("/api/clients");
  const settings = useLoaded<InvoiceSettings>("/api/invoice-settings");
  const metadata = useLoaded<{ metadata: Metadata }>("/api/metadata");
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
