import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { fetchPages } from "./listing.ts";
import { findAccountId, findCategoryId, findClientId, findVendorId } from "./names.ts";
import { oneLine } from "./output.ts";

/** The nouns of numbered documents. */
export type DocumentNoun = "bill" | "estimate" | "invoice" | "note" | "receipt" | "voucher";

/** The fields of every document. */
export interface Found {
  _id: string;
  number: string;
  /** A receipt has none. */
  status?: string;
  kind?: string;
  vendorId?: { displayName: string };
}

interface Page {
  items: Found[];
  page: number;
  totalPages: number;
}

/** Finds a document by its number, ignoring case, by the end of it (`INV/000053`, `53`), or by its id. */
export async function findDocument<Row extends Found = Found>(
  api: Api,
  noun: DocumentNoun,
  typed: string,
): Promise<Row> {
  const path = `/${noun}s`;
  const wanted = typed.trim().toLowerCase();
  const { items } = await fetchPages<Page>(api, path, { all: true }, { q: typed });
  const documents = items.map(withNumber);
  const same = documents.filter(({ number }) => number.toLowerCase() === wanted);
  const known = same.length > 0 ? same : documents.filter(({ number }) => endsIn(number, wanted));
  const [first, second] = known;
  if (second) throw ambiguous(noun, typed, known, same.length > 0);
  if (first) return first as Row;
  const answer = await api
    .json<Record<string, Found>>(`${path}/${encodeURIComponent(typed)}`, toKey(noun))
    .catch((error) => {
      if (!(error instanceof Failure) || error.exitCode !== EXIT.missing) throw error;
      const what = `there is no ${noun} ${typed}`;
      throw new Failure(EXIT.missing, what, `see bahi ${noun}s list`, { answer: error.answer });
    });
  return withNumber(unwrap(noun, answer)) as Row;
}

/** The key that a response about one document has. */
export const toKey = (noun: DocumentNoun): string =>
  noun === "invoice" || noun === "receipt" ? noun : "_id";

/** Returns the document in a response. */
export const unwrap = (noun: DocumentNoun, answer: object): Found =>
  (answer as Record<string, Found>)[noun] ?? (answer as Found);

const withNumber = (row: Found & { receiptNumber?: string }): Found => ({
  ...row,
  number: row.number ?? row.receiptNumber,
});

/** `53` is the end of `INV/000053`, `INV/000053` that of `26-27/INV/000053`. */
function endsIn(number: string, wanted: string): boolean {
  if (/^\d+$/.test(wanted)) return Number(number.split(/\D/).at(-1)) === Number(wanted);
  const start = number.length - wanted.length;
  return number.toLowerCase().endsWith(wanted) && /[^\p{L}\p{N}]/u.test(number[start - 1] ?? "");
}

/** The most candidates listed. */
const SHOWN = 5;

function ambiguous(noun: DocumentNoun, typed: string, known: Found[], isWhole: boolean): Failure {
  const some = known.slice(0, SHOWN).map(({ _id, number, vendorId }) => {
    const of = vendorId ? ` of ${vendorId.displayName}` : "";
    return oneLine(isWhole ? `${_id}${of}` : `${number}${of}`);
  });
  return isWhole
    ? new Failure(
        EXIT.missing,
        `several ${noun}s have the number ${typed}`,
        `name one by its id: ${some.join(", ")}`,
      )
    : new Failure(
        EXIT.missing,
        `several ${noun}s end in ${typed}: ${some.join(", ")}`,
        `write the full number of the ${noun}`,
      );
}

const FINDERS: Record<string, (api: Api, typed: string) => Promise<string | undefined>> = {
  accountId: findAccountId,
  billId: async (api, typed) => (await findDocument(api, "bill", typed))._id,
  categoryId: findCategoryId,
  clientId: findClientId,
  invoiceId: async (api, typed) => (await findDocument(api, "invoice", typed))._id,
  vendorId: findVendorId,
};

/** Replaces names and numbers of other records by their ids. */
export async function findReferences(
  api: Api,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const found = { ...values };
  for (const [name, find] of Object.entries(FINDERS)) {
    const typed = values[name];
    if (typeof typed === "string" && typed !== "") found[name] = await find(api, typed);
  }
  return found;
}
