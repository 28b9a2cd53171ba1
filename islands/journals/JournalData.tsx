import type { ReactNode } from "react";
import type { Category } from "../../domain/ledger/categories.ts";
import type { Journal, LedgerBalance } from "../../domain/ledger/journals.ts";
import { Failure } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed, FormWaiting } from "../invoices/FormData.tsx";
import { Allowed } from "../ui/Allowed.tsx";

interface Props {
  title: string;
  /** The journal to edit or copy; "" for none, undefined until the address is known. */
  id: string | undefined;
  children(known: Known): ReactNode;
}

interface Known {
  journal: Journal | undefined;
  ledgers: LedgerBalance[];
  categories: Category[];
}

/** Loads the data of the journal form. For owners. */
export const JournalData = (props: Props) => (
  <Allowed title={props.title} permission="keep journals">
    <Open {...props} />
  </Allowed>
);

function Open({ title, id, children }: Props) {
  const detail = useFetch<{ journal: Journal }>(id ? `/api/journals/${id}` : null);
  const ledgers = useFetch<{ ledgers: LedgerBalance[] }>("/api/ledgers");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const all = [detail, ledgers, categories];
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    const way = { href: "/journals", way: "Go to Journals" };
    return <Closed title={title} sentence="Journal not found" {...way} />;
  }
  const journal = detail.data?.journal;
  if (id !== undefined && !(id && !journal) && ledgers.data && categories.data) {
    return children({ journal, ...ledgers.data, ...categories.data });
  }
  const reload = () => {
    for (const { failure, reload } of all) if (failure) reload();
  };
  const failure = all.find(({ failure }) => failure)?.failure;
  return <FormWaiting title={title} label="Journal" failure={failure} onRetry={reload} />;
}
