import type { ReactNode } from "react";
import type { Metadata } from "../../domain/agencies/agency.ts";
import type { ClientList } from "../../domain/documents/clients.ts";
import type { InvoiceSettings } from "../../domain/documents/invoiceSettings.ts";
import type { Supplier } from "../../domain/documents/invoices.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";

export interface Known {
  clients: ClientList["clients"];
  settings: InvoiceSettings;
  /** The fields of the agency that determine the tax. */
  supplier: Pick<Supplier, "gstin" | "isComposition" | "lut">;
}

/** Loads the form's data, together with anything else the screen waits for. */
export function useFormData(...others: Loaded<unknown>[]) {
  const clients = useFetch<ClientList>("/api/clients");
  const settings = useFetch<InvoiceSettings>("/api/invoice-settings");
  const metadata = useFetch<{ metadata: Metadata }>("/api/metadata");
  const all = [...others, clients, settings, metadata];
  const agency = metadata.data?.metadata;
  const known: Known | undefined = clients.data &&
    settings.data &&
    agency && {
      clients: clients.data.clients,
      settings: settings.data,
      supplier: {
        gstin: agency.gstNumber,
        isComposition: agency.isComposition,
        lut: agency.lut,
      },
    };
  return {
    known,
    failure: all.find(({ failure }) => failure)?.failure,
    reload: () => {
      for (const { failure, reload } of all) if (failure) reload();
    },
  };
}

interface Props {
  title: string;
  label?: string;
  failure: unknown;
  onRetry(): void;
}

/** Shown instead of a form while its data loads, or if loading failed. */
export function FormWaiting({ title, label = "Invoice", failure, onRetry }: Props) {
  const texts = { label, otherwise: "Failed to load data" };
  return (
    <>
      <PageHead title={title} />
      {failure ? (
        <FailedToLoad {...texts} failure={failure} onRetry={onRetry} />
      ) : (
        <Loading label={label} />
      )}
    </>
  );
}

interface ForMembersProps {
  title: string;
  label?: string;
  children: ReactNode;
}

/** A form's screen, for users who may enter transactions. Shows a loading state until the role is known. */
export function ForMembers({ title, label, children }: ForMembersProps) {
  const waiting = { title, ...(label && { label }), failure: undefined, onRetry() {} };
  return (
    <Allowed permission="enter books" title={title} fallback={<FormWaiting {...waiting} />}>
      {children}
    </Allowed>
  );
}

interface ClosedProps {
  title: string;
  sentence: string;
  href: string;
  way: string;
}

/** Shown instead of a form if the record cannot be edited, with a link to another page. */
export function Closed({ title, sentence, href, way }: ClosedProps) {
  return (
    <>
      <PageHead title={title} />
      <section className="panel empty" aria-label={title}>
        <Icon name="file-text" />
        <p role="status">{sentence}</p>
        <LinkButton label={way} href={href} />
      </section>
    </>
  );
}
