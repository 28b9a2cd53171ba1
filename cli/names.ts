import { closest, distance } from "fastest-levenshtein";
import type { Member } from "../domain/agencies/team.ts";
import type { ClientList } from "../domain/documents/clients.ts";
import type { Account } from "../domain/ledger/accounts.ts";
import type { Category } from "../domain/ledger/categories.ts";
import type { LedgerBalance } from "../domain/ledger/journals.ts";
import { nameKey } from "../domain/names.ts";
import type { VendorList } from "../domain/purchases/vendors.ts";
import type { SeriesList } from "../domain/series/series.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";

/** Returns the id of an account by its name, ignoring case, or by its id. */
export async function findAccountId(
  api: Api,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined) return undefined;
  const { accounts } = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  return findId("account", typed, accounts, "bahi accounts list");
}

export async function listAccountNames(api: Api): Promise<Map<string, string>> {
  const { accounts } = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  return new Map(accounts.map(({ _id, name }) => [_id, name]));
}

export async function findCategoryId(
  api: Api,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined) return undefined;
  const { categories } = await api.json<{ categories: Category[] }>("/categories", "categories");
  return findId("category", typed, categories, "bahi categories list");
}

/** Returns the id of a client by the displayed name, ignoring case, or by the id. */
export async function findClientId(api: Api, typed: string): Promise<string> {
  const { clients } = await api.json<ClientList>("/clients", "clients");
  const named = clients.map(({ _id, displayName: name }) => ({ _id, name }));
  return findId("client", typed, named, "bahi api GET /clients");
}

/** Returns the id of a vendor in the same way. */
export async function findVendorId(api: Api, typed: string): Promise<string> {
  const { vendors } = await api.json<VendorList>("/vendors", "vendors");
  const named = vendors.map(({ _id, displayName: name }) => ({ _id, name }));
  return findId("vendor", typed, named, "bahi vendors list");
}

/** Returns the id of a member by name, email or id. */
export async function findUserId(api: Api, typed: string): Promise<string> {
  const { users } = await api.json<{ users: Member[] }>("/users/team", "users");
  const known = users.find(({ email }) => email === typed.trim().toLowerCase());
  return known?._id ?? findId("member", typed, users, "bahi team list");
}

/** Returns a ledger's id. The API accepts names too, but makes no suggestion. */
export async function findLedgerId(api: Api, typed: string): Promise<string> {
  const { ledgers } = await api.json<{ ledgers: LedgerBalance[] }>("/ledgers", "ledgers");
  return findId("ledger", typed, ledgers, "bahi ledgers");
}

/** Returns the id of an active series by its client or text, or by its id. */
export async function findSeriesId(api: Api, typed: string): Promise<string> {
  const { items } = await api.json<SeriesList>("/series?limit=100", "items");
  const going = items.filter(({ _id, state }) => _id === typed || state !== "ended");
  const named = going.flatMap(({ _id, client, title }) =>
    [client?.displayName, title].flatMap((name) => (name ? [{ _id, name }] : [])),
  );
  const of = named.filter(({ name }) => nameKey(name) === nameKey(typed.trim()));
  if (new Set(of.map(({ _id }) => _id)).size > 1) {
    const ids = of.map(({ _id }) => _id).join(", ");
    throw new Failure(
      EXIT.usage,
      `several series are named "${typed}"`,
      `name one by its id: ${ids}`,
    );
  }
  return findId("series", typed, named, "bahi series list");
}

function findId(
  what: string,
  typed: string,
  things: { _id: string; name: string }[],
  where: string,
): string {
  const key = nameKey(typed.trim());
  const found =
    things.find(({ _id }) => _id === typed) ?? things.find(({ name }) => nameKey(name) === key);
  if (found) return found._id;
  const guess = things.find(({ name }) => nameKey(name).includes(key)) ?? nearest(key, things);
  const advice = guess ? `did you mean "${guess.name}"?` : `see ${where}`;
  throw new Failure(EXIT.missing, `no ${what} is named "${typed}"`, advice);
}

/** Allows one different letter in four. */
function nearest<Named extends { name: string }>(key: string, things: Named[]): Named | undefined {
  if (things.length === 0) return undefined;
  const keys = things.map(({ name }) => nameKey(name));
  const name = closest(key, keys);
  return distance(key, name) <= Math.max(1, key.length / 4)
    ? things[keys.indexOf(name)]
    : undefined;
}
