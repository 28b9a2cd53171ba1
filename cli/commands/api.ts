import { readFile } from "node:fs/promises";
import { readJson } from "../../domain/json.ts";
import type { Call } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { failToRead, findTarget, saveAnswer } from "../files.ts";
import { type GlobalOptions, open } from "../open.ts";
import { toJson, write } from "../output.ts";

export interface ApiOptions extends GlobalOptions {
  data?: string;
  query?: string[];
  out?: string;
  force?: boolean;
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** Calls any API path documented at /docs, and prints the response unchanged. */
export async function callApi(method: string, path: string, options: ApiOptions): Promise<void> {
  const { out = "-", query = [] } = options;
  const call: Call = { method: readMethod(method), ...(await readData(options.data)) };
  const address = toApiPath(path, query);
  const target = await findTarget(out, options);
  const { api, output } = open(options);

  const response = await api.file(address, "", call).catch((error) => {
    const isLost = error instanceof Failure && error.exitCode === EXIT.unanswered;
    if (!isLost || call.method === "GET") throw error;
    const advice = "it may have been done; check before you run it again";
    throw new Failure(error.exitCode, error.message, advice, { answer: error.answer });
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  if (!isJson || target.path !== "-") return saveAnswer(response, target, { api, output });
  const answer = readJson(
    await response.text().catch((error) => {
      throw api.lost(error);
    }),
  );
  await write(`${toJson(answer, process.stdout.isTTY && !output.json ? 2 : 0)}\n`);
}

function readMethod(text: string) {
  const method = METHODS.find((known) => known === text.toUpperCase());
  if (method) return method;
  throw failUsage(`${text} is not a method`, `use one of ${METHODS.join(", ")}`);
}

/** Accepts `/accounts`, `accounts` or `/api/accounts`, with a query in the path or in options. */
function toApiPath(path: string, query: string[]): string {
  const [place = "", ...own] = path.replace(/^\/*(api\/)?/, "").split("?");
  const words = new URLSearchParams(own.join("?"));
  for (const pair of query) {
    const at = pair.indexOf("=");
    if (at < 1) throw failUsage(`--query ${pair} has no value`, "write it NAME=VALUE");
    words.append(pair.slice(0, at), pair.slice(at + 1));
  }
  return `/${place}${words.size > 0 ? `?${words}` : ""}`;
}

/**
 * Reads JSON from the argument, from a file after an @, or from stdin. Validated before the server is
 * called.
 */
async function readData(data: string | undefined): Promise<Pick<Call, "body" | "headers">> {
  if (data === undefined) return {};
  const body = await readText(data);
  try {
    JSON.parse(body);
  } catch {
    const what = data === "-" || data.startsWith("@") ? data : "it";
    throw failUsage("--data is not JSON", `correct ${what}, or name a file with --data @FILE`);
  }
  return { body, headers: { "content-type": "application/json" } };
}

function readText(data: string): Promise<string> | string {
  if (data === "-") return Bun.stdin.text();
  if (!data.startsWith("@")) return data;
  const file = data.slice(1);
  return readFile(file, "utf8").catch(
    failToRead(file, "name a file of JSON, or - for standard input"),
  );
}
