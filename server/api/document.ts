import type * as v from "valibot";
import { PERMISSIONS } from "../../domain/roles.ts";
import answers from "./answers.json";
import { waiting } from "./approvalShapes.ts";
import {
  type Call,
  describePermission,
  findPermission,
  type Group,
  isCreate,
  listStatuses,
} from "./call.ts";
import { type JsonSchema, toChange, toSchema, toSchemas } from "./jsonSchema.ts";
import { refusal, undecided } from "./refusals.ts";

// Builds the OpenAPI document from the groups.

export type Examples = Record<string, Record<string, unknown>>;

/** The recorded responses by call and status. `bun run docs:api` updates them. */
export const EXAMPLES: Examples = answers;

export function buildOpenApi(groups: Group[], examples: Examples, version: string) {
  const named = Object.assign({ Refusal: refusal }, ...groups.map(({ schemas }) => schemas));
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, calls } of groups) {
    for (const call of calls) {
      const path = call.path.replace(":id", "{id}");
      const operation = buildOperation(call, named, examples[call.name] ?? {});
      paths[path] = {
        ...paths[path],
        [call.method.toLowerCase()]: { tags: [title], ...operation },
      };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "bahi",
      version,
      description:
        "Accounting for small agencies in India: books, GST invoices, receipts and reports.",
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: {
      description: "Rules for every call, and this reference as a page",
      url: "/docs",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: groups.map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: toSchemas(named),
    },
  };
}

type Named = Record<string, v.GenericSchema>;

function buildOperation(call: Call, named: Named, examples: Record<string, unknown>) {
  const { name, summary, about, who } = call;
  const permission = findPermission(call);
  const whose = permission ? `${describePermission(call)}: ${PERMISSIONS[permission]}` : "";
  const description = [about, whose].filter(Boolean).join(" ");
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    ...(who === "open" && { security: [] }),
    parameters: listParameters(call),
    ...((call.body || call.logo) && { requestBody: buildRequestBody(call, named) }),
    responses: Object.fromEntries(
      listStatuses(call).map((status) => [
        status,
        buildResponse(call, named, status, examples[status]),
      ]),
    ),
  };
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: string;
}

/** Returns all parameters of a call besides its body: path, query and headers. */
export function listParameters(call: Call): Parameter[] {
  const list: Parameter[] = [];
  if (call.id) {
    const schema = { type: "string" } as const;
    list.push({ name: "id", in: "path", required: true, schema, example: call.id });
  }
  const params = new URLSearchParams(call.query?.example);
  const fields = new Map<string, Parameter>();
  for (const of of call.query?.schemas ?? []) {
    const { properties = {}, required = [] } = toSchema(of);
    for (const [name, field] of Object.entries(properties)) {
      if (typeof field === "boolean" || fields.has(name)) continue;
      if (call.query?.only && !call.query.only.includes(name)) continue;
      const { description, ...schema } = field;
      const example = params.get(name);
      fields.set(name, {
        name,
        in: "query",
        required: required.includes(name),
        ...(description && { description }),
        schema,
        ...(example !== null && { example }),
      });
    }
  }
  list.push(...fields.values());
  if (isCreate(call)) list.push(IDEMPOTENCY_KEY);
  return list;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "With the same key and body, a request creates nothing twice within 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function buildRequestBody({ body, logo }: Call, named: Named) {
  const content: Record<string, object> = {};
  if (body && "csv" in body) {
    content[body.type ?? "text/csv"] = { schema: { type: "string" }, example: body.csv };
  }
  const schema = body && "schema" in body ? buildBodySchema(body, named) : undefined;
  if (body && "example" in body) content["application/json"] = { schema, example: body.example };
  if (logo) {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const properties = { ...schema?.properties, logo: file };
    const required = schema ? [] : ["logo"];
    content["multipart/form-data"] = { schema: { type: "object", properties, required } };
  }
  return { required: true, content };
}

/** Returns the schema of a JSON body inline, not as a reference. */
export function buildBodySchema(
  { schema, isChange }: { schema: v.GenericSchema; isChange?: true },
  named: Named = {},
): JsonSchema {
  if (!isChange) return toSchema(schema, named);
  const others = Object.entries(named).filter(([, other]) => other !== schema);
  return toChange(toSchema(schema, Object.fromEntries(others)));
}

function buildResponse({ answer }: Call, named: Named, status: number, example: unknown) {
  const description = WORDS[status] ?? "";
  if (status < 400 && "file" in answer) {
    const content = {
      // The format of a JSON file is defined by another program.
      [answer.file]: {
        schema: answer.file === "application/json" ? {} : { type: "string" },
        ...(example ? { example } : {}),
      },
    };
    return { description, content };
  }
  const refused = status === 422 ? undecided : refusal;
  const schema = toSchema(
    status === 202 ? waiting : status < 400 && "schema" in answer ? answer.schema : refused,
    named,
  );
  const headers = { "Retry-After": { description: "Seconds", schema: { type: "integer" } } };
  return {
    description,
    ...(status === 429 && { headers }),
    content: { "application/json": { schema, ...(example ? { example } : {}) } },
  };
}

/** The meaning of each status, for every call. */
export const WORDS: Record<number, string> = {
  200: "Done",
  201: "Created",
  202: "Waiting for an owner's approval",
  400: "The input is invalid",
  401: "Not signed in",
  403: "Your role does not allow this",
  404: "Not found in your agency",
  409: "Conflicts with existing records",
  413: "The body is too large",
  415: "Wrong content type",
  422: "A person must make a decision first; `needs` names it",
  429: "Too many attempts or requests",
};
