import { unzipSync } from "fflate";
import { readPages } from "../pdf.ts";
import { createMask, digest, isWholePdf, type Mask } from "./mask.ts";
import type { Recording } from "./recording.ts";
import { type Exchange, replayStory } from "./replay.ts";

/** Each call of the story with its response, and the OpenAPI document. */
export async function recordWire(): Promise<Recording> {
  const { world, exchanges } = await replayStory();
  const { body } = await world.stranger.get("/docs/openapi.json");
  return {
    "openapi.txt": `${sortedJson(body, 1)}\n`,
    "story.txt": await describeExchanges(exchanges),
  };
}

/** Describes one exchange after another. */
export async function describeExchanges(exchanges: Exchange[]): Promise<string> {
  const hide = createMask();
  const texts: string[] = [];
  for (const { request, status, headers, body } of exchanges) {
    const type = headers.get("content-type") ?? "";
    const head = [`${request}`, `${status}`, ...listHeaders(headers)].map(hide);
    texts.push([...head, ...(await readBody(type, body, hide))].join("\n  "));
  }
  return `${sortRepeated(texts).join("\n\n")}\n`;
}

/** Sorts the responses to one repeated request: chance decides which of simultaneous ones is rejected. */
function sortRepeated(texts: string[]): string[] {
  const toRequest = (text: string) => text.split("\n", 1)[0];
  const groups: string[][] = [];
  for (const text of texts) {
    const last = groups.at(-1);
    if (last && toRequest(last[0] ?? "") === toRequest(text)) last.push(text);
    else groups.push([text]);
  }
  return groups.flatMap((group) => group.sort());
}

/** Headers that differ each time. */
const BY_CHANCE = /^(date|x-request-id|etag|content-length|retry-after)$/;

const listHeaders = (headers: Headers): string[] =>
  [...headers]
    .filter(([name]) => !BY_CHANCE.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort();

async function readBody(type: string, body: Uint8Array, hide: Mask): Promise<string[]> {
  if (body.length === 0) return [];
  if (type.includes("pdf")) return readPaper(body, hide);
  if (type.includes("zip")) return readZip(body, hide);
  if (type.startsWith("image/")) return [digest(body)];
  const text = hide(new TextDecoder().decode(body));
  return type.includes("json") ? readJson(text) : text.split("\n");
}

/** JSON Lines stay as they are. */
function readJson(text: string): string[] {
  const lines = text.trimEnd().split("\n");
  return lines.length > 1 ? lines : sortedJson(JSON.parse(text), 1).split("\n");
}

/** JSON with sorted keys, whose order means nothing. */
export const sortedJson = (value: unknown, space?: number): string =>
  JSON.stringify(
    value,
    (_, part) =>
      part === null || typeof part !== "object" || Array.isArray(part)
        ? part
        : Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))),
    space,
  );

/** An attachment may be a PDF in name only. */
async function readPaper(body: Uint8Array, hide: Mask): Promise<string[]> {
  if (!isWholePdf(body)) return [digest(body)];
  return hide((await readPages(body)).join("\n")).split("\n");
}

async function readZip(body: Uint8Array, hide: Mask): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, bytes] of Object.entries(unzipSync(body))) {
    lines.push(hide(name), ...(await readBody(toType(name), bytes, hide)));
  }
  return lines;
}

const TYPES: Record<string, string> = { pdf: "pdf", json: "json", zip: "zip", png: "image/png" };
const toType = (name: string): string => TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
