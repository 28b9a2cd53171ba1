import { Elysia, ElysiaCustomStatusResponse, status } from "elysia";
import * as v from "valibot";
import { withOutcome } from "../../db/engine/outcome.ts";
import { assertAllowed, invalid, parse, parseQuery, Refusal } from "../../domain/refusal.ts";
import { readChanges, readCreation, readJson, withKey } from "../http/body.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { isForm } from "../http/form.ts";
import { identity } from "../http/identity.ts";
import { acceptProof } from "../http/proof.ts";
import { tokens } from "../http/tokens.ts";
import { type Call, findJsonBody, findPermission, isCreate, isRead } from "./call.ts";
import { CALLS } from "./calls.ts";

/**
 * Mounts every call. Unless it is open, a request is checked before its input is read: the user first, then
 * the permission, then the input.
 */
export const calls = (context: AppContext) =>
  new Elysia({ name: "calls" }).use(openCalls(context)).use(closedCalls(context));

function openCalls(context: AppContext) {
  const app = new Elysia().use(tokens(context));
  for (const call of CALLS.filter(({ who }) => who === "open")) {
    app.route(call.method, call.path, async ({ tokens, params, request, server, set }) => {
      const args = { context, tokens, id: readId(params), request, server, set };
      return respond(
        call,
        await call.run({ ...args, input: await readInput(call, request) } as never),
      );
    });
  }
  return app;
}

function closedCalls(context: AppContext) {
  const app = new Elysia().use(identity(context)).use(tokens(context));
  for (const call of CALLS.filter(({ who }) => who !== "open")) {
    app.route(
      call.method,
      call.path,
      async ({
        isReadOnly,
        tenant,
        user,
        session,
        tokens,
        params,
        query,
        request,
        server,
        set,
      }) => {
        const body = findJsonBody(call);
        const permission = findPermission(call);
        if (isReadOnly && !isRead(call)) throw new Refusal("forbidden", READ_ONLY);
        if (permission) assertAllowed(tenant, permission);
        await acceptProof({ context, tenant, user, request, server });
        const caller = { tenant, request, server, set };
        const args = {
          context,
          tokens,
          user,
          session,
          isReadOnly,
          id: readId(params),
          caller,
          ...caller,
        };
        const given = { ...args, query: readQuery(call, query) };
        if (!isCreate(call) || (call.body && !body)) {
          return answer(call, { ...given, input: await readInput(call, request) });
        }
        const hasBody = body && !(body.mayBeNone && !request.headers.has("content-type"));
        const [creator, input] = hasBody
          ? await readCreation(tenant, request, body.isChange ? FIELDS : body.schema, body.maxMb)
          : [withKey(tenant, request, ""), body && parse(body.schema, {})];
        return answer(call, { ...given, tenant: creator, input });
      },
    );
  }
  return app;
}

/** The input of a create that copies an existing record, whose fields are the defaults. */
const FIELDS = v.record(v.string(), v.unknown(), "Send the fields as a JSON object");

const READ_ONLY = "Access tokens are read-only";

// Elysia 1.4.30 gives no params at all for a path without a parameter.
const readId = (params: unknown) => (params as { id?: string } | undefined)?.id ?? "";

/** Returns the names of a schema's fields, also if the schema checks fields together. */
export function listFieldNames(schema: object): string[] {
  const { entries, pipe } = schema as { entries?: object; pipe?: object[] };
  return [
    ...Object.keys(entries ?? {}),
    ...(pipe ?? []).filter((one) => one !== schema).flatMap(listFieldNames),
  ];
}

/**
 * @throws Refusal "invalid" for an unknown parameter of a report, which could otherwise return the wrong
 * period
 */
function refuseUnknown({ query, path }: Call, sent: Record<string, unknown>): void {
  if (!path.startsWith(REPORTS)) return;
  const names = new Set((query?.schemas ?? []).flatMap(listFieldNames));
  const unknown = Object.keys(sent).find((name) => !names.has(name));
  if (unknown === undefined) return;
  const known =
    names.size > 0 ? `this call takes ${[...names].join(", ")}` : "this call takes none";
  throw invalid(unknown, `Unknown query name ${unknown}; ${known}`);
}

const REPORTS = "/api/reports/";

function readQuery(call: Call, sent: Record<string, unknown>): unknown {
  refuseUnknown(call, sent);
  const { query } = call;
  if (query?.read) return query.read(sent);
  const [schema] = query?.schemas ?? [];
  return schema && parseQuery(schema, sent);
}

async function readInput(call: Call, request: Request): Promise<unknown> {
  const body = findJsonBody(call);
  if (!body) return undefined;
  // The call itself reads a form.
  if (call.logo && isForm(request)) return undefined;
  if (body.mayBeNone && !request.headers.has("content-type")) return parse(body.schema, {});
  return body.isChange ? readChanges(request) : readJson(request, body.schema, body.maxMb);
}

/** Runs a call and sends the outcome of its writes in headers. */
async function answer<A extends Pick<Caller, "set">>(call: Call, args: A): Promise<unknown> {
  const { value: result, outcome } = await withOutcome(() => call.run(args as never));
  const { headers } = args.set;
  const { operation, hasNoUndo, head, isReplayed } = outcome;
  if (operation) headers["x-operation"] = operation;
  if (operation && hasNoUndo) headers["x-undo"] = "none";
  if (head) headers["x-log-head"] = `${head.seq}:${head.head}`;
  if (isReplayed) headers["idempotent-replayed"] = "true";
  return respond(call, result);
}

function respond(call: Call, result: unknown): unknown {
  const isWhole = result instanceof Response || result instanceof ElysiaCustomStatusResponse;
  return call.answer.status === 201 && !isWhole ? status(201, result) : result;
}
