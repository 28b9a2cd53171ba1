import { status } from "elysia";
import * as v from "valibot";
import { checkDatabase } from "../../db/engine/books.ts";
import { formatTrace } from "../../db/engine/errors.ts";
import { call, type Group } from "./call.ts";

export const health: Group = {
  title: "Health",
  about: "For monitoring.",
  schemas: {},
  calls: [
    call({
      name: "getHealth",
      method: "GET",
      path: "/healthz",
      summary: "Check whether the server can read its books",
      about:
        "`read-only` if the primary database is unavailable and a copy is read instead. Returns " +
        "503 if nothing can be read.",
      who: "open",
      answer: { status: 200, schema: v.object({ status: v.picklist(["ok", "read-only"]) }) },
      run: async ({ context: { books, log } }) => {
        try {
          return { status: await checkDatabase(books) };
        } catch (error) {
          log.error("The database is not responding", { trace: formatTrace(error) });
          return status(503, { status: "unavailable" });
        }
      },
    }),
  ],
};
