import { statusesOf } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import type { World } from "../world.ts";
import { ECHO, pick, randomOf } from "./grammar.ts";
import { aimAt, type Ids, type Route, type Shot } from "./requests.ts";

const AT_ONCE = 8;
/** One request in so many is for a page or a file. */
const NOT_THE_API = 12;

/** Words that an answer of ours never has in it, whatever was asked. */
const LEAKS =
  /\bat (?:[\w.<> ]+\()?\/|\.tsx?:\d|SQLITE|Failed query|drizzle|\$argon2|narmada|node_modules/;

/**
 * Sends so many requests that nobody should send, over HTTP, as an agency's owner, its staff and a stranger.
 * Gives what was wrong with the answers: a 5xx, a leak, an echo, a shape that is none of the contract's,
 * a status that is not documented.
 */
export async function fuzz(
  world: World,
  url: string,
  count: number,
  seed: number,
): Promise<string[]> {
  const random = randomOf(seed);
  const ids = await idsOf(world);
  const [api, others] = [true, false].map((isApi) =>
    world.app.routes.filter(({ path }) => path.startsWith("/api/") === isApi),
  ) as unknown as [Route[], Route[]];
  const { owner, staff } = world.kaveri;
  const tokens = [owner.token, owner.token, owner.token, staff.token, undefined];
  const wrong: string[] = [];
  let left = count;

  async function send() {
    while (left > 0) {
      left -= 1;
      const route = pick(random(NOT_THE_API) === 0 ? others : api, random);
      const shot = aimAt(route, ids, random);
      const token = pick(tokens, random);
      const headers = { ...shot.headers, ...(token && { authorization: `Bearer ${token}` }) };
      const { method, body, address } = shot;
      const answer = await fetch(url + address, { method, headers, ...(body && { body }) });
      const text = await answer.text();
      if (answer.status === 201) keepId(ids, text);
      const fault = faultOf(shot, answer, text) ?? untold(route, answer);
      if (fault)
        wrong.push(`seed ${seed}: ${fault}: ${method} ${address.slice(0, 300)} ${said(shot)}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return wrong;
}

function faultOf(
  { address }: Shot,
  { status, headers }: Response,
  text: string,
): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (LEAKS.test(text)) return `a leak: ${LEAKS.exec(text)}`;
  if (headers.get("x-content-type-options") !== "nosniff") return "no nosniff";
  if (status < 400 || !address.startsWith("/api/")) return undefined;
  const answer = JSON.parse(text);
  const keys = Object.keys(answer).filter((key) => key !== "message" && key !== "errors");
  if (keys.length > 0 || typeof answer.message !== "string") return `a strange refusal: ${text}`;
  // Quoted is what an earlier request stored, and a name in an import that the books do not know.
  const mayQuote = status === 409 || address.startsWith("/api/transactions/import");
  return !mayQuote && text.includes(ECHO) ? `an echo: ${text.slice(0, 200)}` : undefined;
}

/** A status that the documentation of the API does not claim. */
function untold({ method, path }: Route, { status }: Response): string | undefined {
  const asked = path.replace(/\/$/, "");
  const call = CALLS.find((call) => call.method === method && call.path === asked);
  return !call || statusesOf(call).includes(status) ? undefined : `undocumented: ${status}`;
}

/** What was made is there for the requests after it. */
function keepId(ids: Ids, text: string): void {
  const answer = JSON.parse(text);
  const kind = Object.keys(answer).find((key) => answer[key]?._id && key in ids);
  if (kind) ids[kind]?.push(answer[kind]._id);
  else if (answer.invoiceNumber) ids.invoice?.push(answer._id);
}

const said = ({ headers, body }: Shot) =>
  `${JSON.stringify(headers)} ${typeof body === "string" ? body.slice(0, 500) : (body ?? "")}`;

const member = (n: string) => ({ name: "Ravi", email: `${n}@fuzz.test`, password: "ravi's own" });

/** Something of every kind, of the agency that asks and of the one that it must never see. */
async function idsOf({ kaveri, narmada }: World): Promise<Ids> {
  const entry = { date: "2026-04-01", description: "Fuzzed", type: "Income", amount: 5 };
  const ids: Ids = {};
  for (const { owner, account, cash, fees, rent } of [kaveri, narmada]) {
    const links = { accountId: account._id, categoryId: fees._id };
    const { client } = (await owner.post("/api/clients", { displayName: "Konkan Foods" })).body;
    const items = [{ description: "Design", qty: 1, rate: 50_000 }];
    const bill = { clientId: client._id, date: entry.date, items };
    const { _id: invoice } = (await owner.post("/api/invoices", bill)).body;
    const paid = { ...entry, mode: "UPI", accountId: account._id };
    const receipt = {
      ...entry,
      ...links,
      client: { name: "Meera" },
      purpose: "Logo",
      mode: "Cash",
    };
    const made: Record<string, string[]> = {
      account: [account._id, cash._id],
      category: [fees._id, rent._id],
      client: [client._id],
      invoice: [invoice],
      payment: [(await owner.post(`/api/invoices/${invoice}/payments`, paid)).body.payment._id],
      receipt: [(await owner.post("/api/receipts", receipt)).body.receipt._id],
      transaction: [
        (await owner.post("/api/transactions", { ...entry, ...links })).body.transaction._id,
      ],
      import: [],
      user: [],
      team: [(await owner.post("/api/users/team", member(account._id))).body.user._id],
    };
    for (const [kind, list] of Object.entries(made)) ids[kind] = [...(ids[kind] ?? []), ...list];
  }
  return ids;
}
