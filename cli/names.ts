import { closest, distance } from "fastest-levenshtein";
import type { Member } from "../domain/agencies/team.ts";
import type { LedgerBalance } from "../domain/ledger/journals.ts";
import { nameKey } from "../domain/names.ts";
import type { SeriesList } from "../domain/series/series.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure, failUsage } from "./failure.ts";

/** A type of record, and its field that names it. */
interface Noun {
  noun: string;
  plural: string;
  nameField: string;
}

const ACCOUNT: Noun = { noun: "account", plural: "accounts", nameField: "name" };
const CATEGORY: Noun = { noun: "category", plural: "categories", nameField: "name" };
const CLIENT: Noun = { noun: "client", plural: "clients", nameField: "displayName" };
const VENDOR: Noun = { noun: "vendor", plural: "vendors", nameField: "displayName" };

/** Returns the id of an account by its name, ignoring case, or by its id. */
export const findAccountId = (api: Api, typed: string | undefined): Promise<string | undefined> =>
  findIfAny(api, ACCOUNT, typed);

export async function listAccountNames(api: Api): Promise<Map<string, string>> {
  return new Map((await listNamed(api, ACCOUNT)).map(({ _id, name }) => [_id, name]));
}

export const findCategoryId = (api: Api, typed: string | undefined): Promise<string | undefined> =>
  findIfAny(api, CATEGORY, typed);

/** Returns the id of a client by the displayed name, ignoring case, or by the id. */
export const findClientId = (api: Api, typed: string): Promise<string> =>
  findListed(api, CLIENT, typed);

/** Returns the id of a vendor in the same way. */
export const findVendorId = (api: Api, typed: string): Promise<string> =>
  findListed(api, VENDOR, typed);

/**
 * Returns a record to show or change by its name, ignoring case, or by its id.
 * @throws Failure of usage if several have the name
 */
export async function findRecord(api: Api, noun: Noun, typed: string): Promise<Named> {
  const named = await listNamed(api, noun);
  assertUnambiguous(noun.plural, typed, named);
  return findNamed(noun.noun, typed, named, adviseNoun(noun));
}

const findIfAny = async (api: Api, noun: Noun, typed: string | undefined) =>
  typed === undefined ? undefined : findListed(api, noun, typed);

const findListed = async (api: Api, noun: Noun, typed: string): Promise<string> =>
  findId(noun.noun, typed, await listNamed(api, noun), adviseNoun(noun));

const adviseNoun = ({ plural }: Noun) => `bahi ${plural} list`;

async function listNamed(api: Api, { plural, nameField }: Noun): Promise<Named[]> {
  const answer = await api.json<Record<string, Record<string, string>[]>>(`/${plural}`, plural);
  const rows = answer[plural] ?? [];
  return rows.map(({ _id = "", [nameField]: name = "" }) => ({ _id, name }));
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
  assertUnambiguous("series", typed, named);
  return findId("series", typed, named, "bahi series list");
}

interface Named {
  _id: string;
  name: string;
}

function assertUnambiguous(plural: string, typed: string, things: Named[]): void {
  const same = things.filter(({ name }) => nameKey(name) === nameKey(typed.trim()));
  const ids = [...new Set(same.map(({ _id }) => _id))];
  if (ids.length < 2) return;
  throw failUsage(
    `several ${plural} are named "${typed}"`,
    `name one by its id: ${ids.join(", ")}`,
  );
}

const findId = (what: string, typed: string, things: Named[], where: string): string =>
  findNamed(what, typed, things, where)._id;

function findNamed(what: string, typed: string, things: Named[], where: string): Named {
  const key = nameKey(typed.trim());
  const found =
    things.find(({ _id }) => _id === typed) ?? things.find(({ name }) => nameKey(name) === key);
  if (found) return found;
  const guess = things.find(({ name }) => nameKey(name).includes(key)) ?? nearest(key, things);
  const advice = guess ? `did you mean "${guess.name}"?` : `see ${where}`;
  throw new Failure(EXIT.missing, `no ${what} is named "${typed}"`, advice);
}

/** Allows one different letter in four. */
function nearest(key: string, things: Named[]): Named | undefined {
  if (things.length === 0) return undefined;
  const keys = things.map(({ name }) => nameKey(name));
  const name = closest(key, keys);
  return distance(key, name) <= Math.max(1, key.length / 4)
    ? things[keys.indexOf(name)]
    : undefined;
}
