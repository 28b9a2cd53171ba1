import type { Asks } from "../../domain/folder/file.ts";
import { readJson } from "../../domain/json.ts";
import { Refusal, type RefusalKind } from "../../domain/refusal.ts";
import type { AppContext } from "./context.ts";

const KINDS: Record<number, RefusalKind> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "missing",
  409: "conflict",
  429: "busy",
};

/**
 * Calls our own API as the current user, under the same rules and with the same log entries. Used for
 * responses composed of several. @throws Refusal with the call's message
 */
export function callOwnApi({ handle }: AppContext, { headers, signal }: Request) {
  const own = new Headers();
  for (const name of ["authorization", "x-bahi-position"]) {
    const value = headers.get(name);
    if (value) own.set(name, value);
  }
  async function ask(path: string, query: Record<string, unknown> = {}): Promise<Response> {
    if (!handle) throw new Error("The app is not ready for internal calls");
    const set = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
    const url = `http://localhost/api${path}${set.length > 0 ? `?${search}` : ""}`;
    const answer = await handle(new Request(url, { headers: own, signal }));
    if (answer.ok) return answer;
    const { message = "" } = (await answer.json().catch(() => ({}))) as { message?: string };
    const kind = KINDS[answer.status];
    if (!kind) throw new Error(`internal call ${path} returned ${answer.status}: ${message}`);
    throw new Refusal(kind, message);
  }
  const asks: Asks = {
    json: async <T>(path: string, _: keyof T & string, { query = {} } = {}) =>
      readJson(await (await ask(path, query)).text()) as T,
  };
  return { ask, asks };
}
