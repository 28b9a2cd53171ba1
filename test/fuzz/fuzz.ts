import { listStatuses } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import { furnish } from "../furnish.ts";
import type { World } from "../world.ts";
import { createRandom, ECHO, pick } from "./grammar.ts";
import { aimAt, type Ids, type Route, type Shot } from "./requests.ts";

const AT_ONCE = 8;
const NOT_THE_API = 12;

/** Texts that no response may contain. */
const LEAKS =
  /\bat (?:[\w.<> ]+\()?\/|\.tsx?:\d|SQLITE|Failed query|drizzle|\$argon2|narmada|node_modules/;

/**
 * Sends this many malformed requests as an agency's owner, its staff and a stranger. Returns what was wrong
 * with the responses: a 5xx, a leak, an echo, or an undocumented shape or status.
 */
export async function fuzz(
  world: World,
  url: string,
  count: number,
  seed: number,
): Promise<string[]> {
  const random = createRandom(seed);
  const ids = await listIds(world);
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
      // A log-out would end the token of the other requests.
      const token = route.path === "/api/auth/logout" ? undefined : pick(tokens, random);
      const headers = { ...shot.headers, ...(token && { authorization: `Bearer ${token}` }) };
      const { method, body, address } = shot;
      const answer = await fetch(url + address, { method, headers, ...(body && { body }) });
      const text = await answer.text();
      if (answer.status === 201) keepId(ids, text);
      const fault = findFault(shot, answer, text) ?? untold(route, answer);
      if (fault)
        wrong.push(
          `seed ${seed}: ${fault}: ${method} ${address.slice(0, 300)} ${formatShot(shot)}`,
        );
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return wrong;
}

function findFault(
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
  // These errors quote stored values, unknown names of an import, or the wrong one of several addresses.
  const isImport = /^\/api\/(import|transactions\/import)/.test(address);
  const isMail = /\/email\b/.test(address);
  // The error of a refused undo names a user, and an earlier request may have set that name.
  const isUndo = status === 403 && /\/(undo|restore)\b|\/matches\//.test(address);
  const mayQuote = status === 409 || isImport || isMail || isUndo;
  return !mayQuote && text.includes(ECHO) ? `an echo: ${text.slice(0, 200)}` : undefined;
}

function untold({ method, path }: Route, { status }: Response): string | undefined {
  const asked = path.replace(/\/$/, "");
  const call = CALLS.find((call) => call.method === method && call.path === asked);
  return !call || listStatuses(call).includes(status) ? undefined : `undocumented: ${status}`;
}

function keepId(ids: Ids, text: string): void {
  const answer = JSON.parse(text);
  const kind = Object.keys(answer).find((key) => answer[key]?._id && key in ids);
  if (kind) ids[kind]?.push(answer[kind]._id);
  else if (answer.invoiceNumber) ids.invoice?.push(answer._id);
}

const formatShot = ({ headers, body }: Shot) =>
  `${JSON.stringify(headers)} ${typeof body === "string" ? body.slice(0, 500) : (body ?? "")}`;

/** Ids of every record, of the caller's agency and of another one. */
async function listIds({ kaveri, narmada }: World): Promise<Ids> {
  const ids: Ids = {};
  for (const [n, { owner }] of [kaveri, narmada].entries()) {
    const { ids: made, office } = await furnish(owner, { mark: "Fuzzed", n: 5 * (n + 1) });
    const { bank, cash, fees, rent } = office;
    const others = { account: [bank, cash], category: [fees, rent] } as Record<string, string[]>;
    for (const [kind, id] of Object.entries(made)) {
      ids[kind] = [...(ids[kind] ?? []), id, ...(others[kind] ?? [])];
    }
  }
  return ids;
}
