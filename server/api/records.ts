import * as v from "valibot";
import type { Tenant } from "../../db/engine/tenant.ts";
import type { DbWorker } from "../../db/engine/worker.ts";
import { describeField } from "../../domain/describeField.ts";
import type { Paise, Rupees } from "../../domain/money.ts";
import { upperFirst, withArticle } from "../../domain/names.ts";
import { type Call, type CallArgs, type CallSpec, call, type Who } from "./call.ts";
import { day, deleted, id, isTrue, rupees, text } from "./shapes.ts";

// The calls of a record: list, get, add, change and delete. A noun defines what is its own; everything else
// follows from its store and its schema.

interface Store {
  list(tenant: Tenant): Promise<object[]>;
  get(tenant: Tenant, id: string): Promise<object>;
  add(tenant: Tenant, input: never): Promise<object>;
  change(tenant: Tenant, id: string, changes: object): Promise<object>;
  remove(tenant: Tenant, id: string): Promise<void>;
}

type Reader = Exclude<Who, "open">;

/** Differences of one call: sentences, permission, statuses, or a response with more than the record. */
type OwnRead = Partial<Pick<CallSpec, "about" | "also" | "answer" | "query" | "summary">> & {
  run?(args: never): unknown;
};
type OwnWrite = Partial<Pick<CallSpec, "about" | "also" | "summary">> & { who?: Reader };

type Args = CallArgs<"members", undefined, undefined>;
export type GetArgs = Pick<Args, "id" | "tenant">;
export type ListArgs<Query> = Pick<Args, "caller" | "context" | "tenant"> & { query: Query };

interface Resource {
  /** `rule`: responses have a `rule`, and calls are named `addRule`. */
  noun: string;
  /** In sentences and the path, if that is not the noun: `bank rule` has `/api/bank-rules`. */
  title?: string;
  plural?: string;
  /** The record in the examples. */
  id: string;
  schema: v.GenericSchema;
  /** The record in responses. */
  record: v.GenericSchema;
  store: Store;
  example: object;
  changeExample: object;
  /** Who may read and write. By default every member, and members who enter books. */
  readers?: Reader;
  writers?: Reader;
  /** Null if there is no such call. */
  list?: OwnRead | null;
  get?: OwnRead | null;
  add?: OwnWrite;
  change?: OwnWrite;
  remove?: OwnWrite;
  /** For changes and removals that may read or write many rows: runs them in a writer thread. */
  changeInWriter?(writers: DbWorker, tenant: Tenant, id: string, changes: object): Promise<object>;
  removeInWriter?(writers: DbWorker, tenant: Tenant, id: string): Promise<void>;
}

/** Returns the calls of a record: list, get, add, change and delete. */
export function recordCalls(resource: Resource): Call[] {
  const { noun, store, schema, record, title = noun, plural = `${title}s` } = resource;
  const { readers = "members", writers: who = "members" } = resource;
  const path = `/api/${plural.replaceAll(" ", "-")}`;
  const onePath = `${path}/:id` as const;
  const listed = plural.split(" ").at(-1) ?? "";
  const name = upperFirst(noun);
  const answer = { status: 200, schema: v.object({ [noun]: record }) } as const;

  const calls = [
    call({
      name: `add${name}`,
      method: "POST",
      path,
      summary: `Create ${withArticle(title)}`,
      who,
      body: { schema, example: resource.example },
      answer: { ...answer, status: 201 },
      run: async ({ tenant, input }) => ({ [noun]: await store.add(tenant, input as never) }),
      ...resource.add,
    }),
    call({
      name: `change${name}`,
      method: "PUT",
      path: onePath,
      summary: `Update ${withArticle(title)}`,
      who,
      id: resource.id,
      body: { schema, isChange: true, example: resource.changeExample },
      answer,
      run: async ({ context: { writers }, tenant, id, input }) => ({
        [noun]: await (resource.changeInWriter?.(writers, tenant, id, input) ??
          store.change(tenant, id, input)),
      }),
      ...resource.change,
    }),
    call({
      name: `delete${name}`,
      method: "DELETE",
      path: onePath,
      summary: `Delete ${withArticle(title)}`,
      who,
      id: resource.id,
      answer: { status: 200, schema: deleted },
      run: async ({ context: { writers }, tenant, id }) => {
        await (resource.removeInWriter?.(writers, tenant, id) ?? store.remove(tenant, id));
        return { message: `${name} deleted successfully` };
      },
      ...resource.remove,
    }),
  ];
  if (resource.get !== null) {
    const get = call({
      name: `get${name}`,
      method: "GET",
      path: onePath,
      summary: `Get ${withArticle(title)}`,
      who: readers,
      id: resource.id,
      answer,
      run: async ({ tenant, id }) => ({ [noun]: await store.get(tenant, id) }),
      ...resource.get,
    });
    calls.unshift(get);
  }
  if (resource.list !== null) {
    const list = call({
      name: `list${upperFirst(listed)}`,
      method: "GET",
      path,
      summary: `List ${plural}`,
      who: readers,
      answer: { status: 200, schema: v.object({ [listed]: v.array(record) }) },
      run: async ({ tenant }) => ({ [listed]: await store.list(tenant) }),
      ...resource.list,
    });
    calls.unshift(list);
  }
  return calls;
}

type Responses<Entries extends v.ObjectEntries> = {
  [Name in keyof Entries]: v.GenericSchema<unknown, Responded<v.InferOutput<Entries[Name]>>>;
};
type Responded<Value> = Value extends Paise ? Rupees : Exclude<Value, undefined>;

/** Converts the fields of a body to those of a response: plain types, amounts in rupees, none missing. */
export const toResponse = <Entries extends v.ObjectEntries>(entries: Entries) => ({
  _id: id,
  ...(Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, toPlain(schema)]),
  ) as unknown as Responses<Entries>),
});

function toPlain(schema: v.GenericSchema): v.GenericSchema {
  const { kind, options, isNullable } = describeField(schema);
  const plain = kind === "select" ? v.picklist(options) : PLAIN[kind];
  return isNullable ? v.nullable(plain) : plain;
}

const PLAIN = {
  boolean: isTrue,
  date: day,
  longText: text,
  number: v.number(),
  rupees,
  text,
};
