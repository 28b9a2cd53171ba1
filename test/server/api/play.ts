import type { Call } from "../../../server/api/call.ts";
import { CALLS } from "../../../server/api/calls.ts";
import type { Examples } from "../../../server/api/document.ts";
import { formBody, png } from "../../pictures.ts";
import type { Answer, Caller, World } from "../../world.ts";
import { createGlossary, type Glossary } from "./glossary.ts";

// Calls the API as its documentation shows.

export interface Stage {
  world: World;
  glossary: Glossary;
  owner: Caller;
  staff: Caller;
  withFactor: Caller;
  usedLink: string;
  answers: Map<string, Map<number, Answer>>;
}

export interface Change {
  as?: Caller;
  id?: string;
  query?: string;
  json?: unknown;
  form?: Record<string, string | Blob>;
  headers?: Record<string, string>;
  content?: string | ReadableStream;
}

export function openStage(world: World): Stage {
  const nobody = world.stranger;
  return {
    world,
    glossary: createGlossary(),
    owner: nobody,
    staff: nobody,
    withFactor: nobody,
    usedLink: "",
    answers: new Map(),
  };
}

export function callNamed(name: string): Call {
  const call = CALLS.find((call) => call.name === name);
  if (!call) throw new Error(`No call is named ${name}`);
  return call;
}

/** Sends the request, and saves the response if its status has none yet. */
export async function play(stage: Stage, name: string, change: Change = {}): Promise<Answer> {
  const call = callNamed(name);
  const answer = await ask(stage, call, change);
  const answers = stage.answers.get(name) ?? new Map<number, Answer>();
  stage.answers.set(name, answers);
  if (!answers.has(answer.status)) answers.set(answer.status, answer);
  return answer;
}

export function toExamples({ answers, glossary }: Stage): Examples {
  const told = [...answers].map(([name, statuses]): [string, Record<string, unknown>] => [
    name,
    Object.fromEntries(
      [...statuses].map(([status, answer]) => [status, parseBody(answer, glossary)]),
    ),
  ]);
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parseBody({ headers, body }: Answer, glossary: Glossary): unknown {
  if (/^(application\/(jsonl|pdf|zip)|image\/jpeg)$/.test(headers.get("content-type") ?? ""))
    return "";
  return JSON.parse(glossary.toTold(JSON.stringify(body)));
}

async function ask({ glossary, owner }: Stage, call: Call, change: Change): Promise<Answer> {
  const who = change.as ?? owner;
  const id = change.id ?? glossary.toReal(call.id ?? "");
  const query = change.query ?? call.query?.example ?? "";
  const address = call.path.replace(":id", id) + (query && `?${glossary.toReal(query)}`);
  const { content, headers } = await buildContent(glossary, call, change);
  return who.call(call.method, address, content, { ...headers, ...change.headers });
}

async function buildContent(
  glossary: Glossary,
  { body, logo }: Call,
  change: Change,
): Promise<{
  content?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers: Record<string, string>;
}> {
  if (change.form || (logo && !body && !change.content)) {
    const picture = new Blob([png(240, 240)], { type: "image/png" });
    const { bytes, headers } = await formBody(change.form ?? { logo: picture });
    return { content: bytes, headers };
  }
  if (!body) return { content: change.content, headers: {} };
  const isCsv = "csv" in body;
  const json = JSON.stringify(change.json ?? (isCsv ? {} : body.example));
  const content = change.content ?? glossary.toReal(isCsv ? body.csv : json);
  return {
    content,
    headers: { "content-type": isCsv ? (body.type ?? "text/csv") : "application/json" },
  };
}

export async function make(stage: Stage, name: string, id: string, kind?: string) {
  const { body } = await play(stage, name);
  stage.glossary.learn(id, (kind ? body[kind] : body)._id);
}
