import * as v from "valibot";
import { type List, mayTakeLong } from "../../db/documents/listPage.ts";
import { getNumbers } from "../../db/documents/numbering.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { upperFirst, withArticle } from "../../domain/names.ts";
import { downloadPdf, downloadPdfs, type Papers } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { type Body, type CallArgs, type CallSpec, call, type Who } from "./call.ts";
import { DISCARDED, removed } from "./shapes.ts";

// The calls that documents of all kinds have.

interface Document {
  /** `note`: calls are named `addNote`, and the path is `/api/notes`. */
  noun: string;
  /** The document in the examples. */
  id: string;
  /** The document in responses. */
  record: v.GenericSchema;
}

/** Differences of one call. */
type Own = Partial<Omit<CallSpec, "body" | "method" | "path" | "query" | "who">> & {
  who?: Exclude<Who, "open">;
};
type Schema<T> = v.GenericSchema<unknown, T>;
type Run = (tenant: Tenant, id: string) => unknown;

/** Returns functions that define the calls of a document. Each takes what differs in its call. */
export const documentCalls = (document: Document) => ({
  ...listCalls(document),
  ...readCalls(document),
  ...writeCalls(document),
  ...actCalls(document),
});

const listCalls = ({ noun }: Document) => ({
  list: <Query>({
    list,
    run,
    query: schema,
    example,
    ...own
  }: Own & {
    answer: CallSpec["answer"];
    query: Schema<Query>;
    example: string;
    list: List<never, unknown>;
    run(tenant: Tenant, query: Query): unknown;
  }) =>
    call({
      name: `list${upperFirst(noun)}s`,
      method: "GET",
      path: `/api/${noun}s`,
      summary: `List ${noun}s, newest first`,
      who: "members",
      query: { schemas: [schema], example },
      ...own,
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(list, query as never)
          ? readInWorker(context, caller, `list${upperFirst(noun)}s` as "listNotes", query as never)
          : run(tenant, query),
    }),
});

const readCalls = ({ noun, id, record }: Document) => ({
  get: (run: Run, own: Own = {}) =>
    call({
      name: `get${upperFirst(noun)}`,
      method: "GET",
      path: `/api/${noun}s/:id`,
      summary: `Get ${withArticle(noun)}`,
      who: "members",
      id,
      answer: { status: 200, schema: record },
      ...own,
      run: ({ tenant, id }) => run(tenant, id),
    }),

  pdf: <Paper>(papers: Papers<Paper>, own: Own = {}) =>
    call({
      name: `get${upperFirst(noun)}Pdf`,
      method: "GET",
      path: `/api/${noun}s/:id/pdf`,
      summary: `Download ${withArticle(noun)}`,
      about: "Returns 400 if rendering would take longer than 30 seconds.",
      who: "members",
      id,
      answer: { status: 200, file: "application/pdf" },
      ...own,
      run: ({ context, caller, id }) => downloadPdf(context, caller, papers, id),
    }),

  pdfs: <Paper>(papers: Papers<Paper>, schema: Schema<{ ids: string[] }>) =>
    call({
      name: `get${upperFirst(noun)}Pdfs`,
      method: "POST",
      path: `/api/${noun}s/pdfs`,
      summary: `Get the PDFs of up to 1,000 ${noun}s, as a zip`,
      about: "Each file has the name it has when downloaded on its own. All or nothing.",
      isRead: true,
      who: "members",
      body: { schema, example: { ids: [id] } },
      answer: { status: 200, file: "application/zip" },
      also: [404],
      run: async ({ context, tenant, caller, input: { ids } }) => {
        const name = upperFirst(noun);
        const numbers = await getNumbers(tenant, name as "Invoice" | "Receipt", ids);
        return downloadPdfs(context, caller, papers, { name: `${name}s.zip`, numbers });
      },
    }),
});

const writeCalls = ({ noun, id, record }: Document) => ({
  add: <Input>({
    schema,
    example,
    run,
    ...own
  }: Own & {
    schema: Schema<Input>;
    example: object;
    run(tenant: Tenant, input: Input): unknown;
  }) =>
    call({
      name: `add${upperFirst(noun)}`,
      method: "POST",
      path: `/api/${noun}s`,
      summary: `Create a draft ${noun}`,
      who: "members",
      body: { schema, example },
      answer: { status: 201, schema: record },
      ...own,
      run: ({ tenant, input }) => run(tenant, input),
    }),

  change: ({
    schema,
    example,
    run,
    ...own
  }: Own & {
    schema: v.GenericSchema;
    example: object;
    run(tenant: Tenant, id: string, changes: object): unknown;
  }) =>
    call({
      name: `change${upperFirst(noun)}`,
      method: "PUT",
      path: `/api/${noun}s/:id`,
      summary: `Update ${withArticle(noun)}`,
      who: "members",
      id,
      body: { schema, isChange: true, example },
      answer: { status: 200, schema: record },
      also: [409],
      ...own,
      run: ({ tenant, id, input }) => run(tenant, id, input),
    }),
});

function actCalls({ noun, id, record }: Document) {
  /** Defines an action on one document: `POST /api/notes/:id/refund` is named `refundNote`. */
  const act = <const W extends Who = "members", const B extends Body | undefined = undefined>(
    verb: string,
    own: Omit<Own, "who"> & {
      who?: W;
      body?: B;
      run(args: CallArgs<W, undefined, B>): unknown;
    },
  ) =>
    call({
      name: `${verb}${upperFirst(noun)}`,
      method: "POST",
      path: `/api/${noun}s/:id/${verb}`,
      summary: `${upperFirst(verb)} ${withArticle(noun)}`,
      who: "members" as Who,
      id,
      answer: { status: 200, schema: record },
      ...(own as Own & { run(): unknown }),
    });

  /** Defines an action that the document's status must allow. */
  const changeStatus = (verb: string, run: Run, own: Own = {}) =>
    act(verb, { also: [409], ...own, run: ({ tenant, id }) => run(tenant, id) });

  const send = (run: Run, own: Own = {}) =>
    changeStatus("send", run, { summary: `Mark ${withArticle(noun)} as sent`, ...own });

  const cancel = (run: Run, { about, ...own }: Own = {}) =>
    changeStatus("cancel", run, {
      about: [about, DISCARDED].filter(Boolean).join(" "),
      answer: { status: 200, schema: v.union([record, removed]) },
      ...own,
    });

  return { act, changeStatus, send, cancel };
}
