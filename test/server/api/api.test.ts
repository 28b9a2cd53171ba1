import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020";
import { isCalendarDate } from "../../../domain/dates.ts";
import { isCreate, listStatuses } from "../../../server/api/call.ts";
import { CALLS } from "../../../server/api/calls.ts";
import type { Examples } from "../../../server/api/document.ts";
import { type Answer, createWorld, type World } from "../../world.ts";
import { play, type Stage, toExamples } from "./play.ts";
import { playAll } from "./story.ts";

// Every route of the API is in /docs, and every response matches its documentation.

let world: World;
let stage: Stage;
let told: Examples;
// biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
let document: any;
beforeAll(async () => {
  world = await createWorld();
  stage = await playAll(world);
  told = toExamples(stage);
  document = (await world.stranger.get("/docs/openapi.json")).body;
  ajv.addSchema(closed(document), "api");
  // A thousand calls on a possibly busy machine.
}, 180_000);
afterAll(() => world.end());

test("the document is OpenAPI 3.1 and public", async () => {
  const { status, headers } = await world.stranger.get("/docs/openapi.json");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  const { valid, errors } = await new Validator().validate(document);
  expect([valid, errors]).toEqual([true, undefined]);
  expect(document.openapi).toStartWith("3.1");
});

test("the documentation has exactly the routes of the API", () => {
  const routes = world.app.routes
    .filter(({ path }) => path.startsWith("/api") || path === "/healthz")
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, "").replace(":id", "{id}")}`);
  const told = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(told.sort()).toEqual(routes.sort());
});

describe.each(CALLS.map((call) => [call.name, call] as const))("%s", (name, call) => {
  const place = ["paths", call.path.replace(":id", "{id}"), call.method.toLowerCase()];
  const operation = () => document.paths[place[1] ?? ""][place[2] ?? ""];
  const answers = (): [number, Answer][] => [...(stage.answers.get(name) ?? [])];

  test("returns exactly the documented statuses", () => {
    const played = answers().map(([status]) => status);
    expect(played.sort()).toEqual(listStatuses(call));
    expect(Object.keys(operation().responses).map(Number)).toEqual(listStatuses(call));
  });

  test("returns the documented type and body and no other field", () => {
    for (const [status, { headers, body }] of answers()) {
      const [type = ""] = Object.keys(operation().responses[status].content);
      const answered = headers.get("content-type")?.replace(/^(application\/json);.*$/, "$1");
      expect([status, answered]).toEqual([status, type]);
      expect([status, wrongIn([...place, "responses", status, "content", type], body)]).toEqual([
        status,
        [],
      ]);
    }
  });

  test("has examples from real requests", () => {
    const { requestBody, responses } = operation();
    for (const [type, { example }] of Object.entries<Content>(requestBody?.content ?? {})) {
      if (type === "multipart/form-data") continue;
      expect(wrongIn([...place, "requestBody", "content", type], example)).toEqual([]);
    }
    const answered = Object.entries(told[name] ?? {}).filter(([, body]) => body !== "");
    const examples = Object.entries<{ content: Record<string, Content> }>(responses)
      .map(([status, { content }]) => [status, Object.values(content)[0]?.example] as const)
      .filter(([, example]) => example !== undefined);
    if (OF_TODAY.has(name)) {
      for (const [status, example] of examples)
        expect(wrongIn([...place, "responses", status, "content", JSON_TYPE], example)).toEqual([]);
    } else expect(Object.fromEntries(examples)).toEqual(Object.fromEntries(answered));
  });
});

/** Results that change with the date: only the form of their examples is compared. */
const OF_TODAY = new Set([
  ...["getForecast", "listGstPeriods", "listTasks", "previewReminders"],
  ...["changeReminderRules", "getReminderRules"],
]);

test("an undocumented or missing field is found", async () => {
  const { account } = (await play(stage, "getAccount")).body;
  const place = ["paths", "/api/accounts/{id}", "get", "responses", 200, "content", JSON_TYPE];
  expect(wrongIn(place, { account })).toEqual([]);
  expect(wrongIn(place, { account: { ...account, colour: "red" } })).not.toEqual([]);
  expect(wrongIn(place, { account: { ...account, name: undefined } })).not.toEqual([]);
});

test("accepts the agency's details as a form too", async () => {
  const form = { location: "Pune", logo: new Blob([]) };
  const { status, body } = await play(stage, "changeMetadata", { form });
  expect([status, body.metadata.location]).toEqual([200, "Pune"]);
});

test("every route that creates something documents its Idempotency-Key", async () => {
  const told = CALLS.filter((call) => {
    const operations = document.paths[call.path.replace(":id", "{id}")];
    const { parameters } = operations[call.method.toLowerCase()];
    return parameters.some(({ name }: { name: string }) => name === "Idempotency-Key");
  });
  expect(told).toEqual(CALLS.filter(isCreate));
  expect(told.length).toBeGreaterThan(8);
  for (const { name } of told) {
    const headers = { "idempotency-key": "" };
    expect((await play(stage, name, { headers })).body.message).toContain("Idempotency-Key");
  }
});

const JSON_TYPE = "application/json";

interface Content {
  example?: unknown;
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat("date", isCalendarDate);
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
ajv.addFormat("email", /^\S+@\S+$/);

/** Returns where a value differs from the document; an undocumented field counts. */
function wrongIn(place: (string | number)[], value: unknown): string[] {
  const pointer = [...place, "schema"].map((part) =>
    encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const isRight = ajv.getSchema(`api#/${pointer.join("/")}`);
  if (!isRight) return [`No schema at ${pointer.join("/")}`];
  isRight(JSON.parse(JSON.stringify(value)));
  return (isRight.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, part) =>
    part?.type === "object" && part.properties ? { ...part, additionalProperties: false } : part,
  );
}
