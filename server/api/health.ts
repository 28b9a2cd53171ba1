import * as v from "valibot";
import type { Group } from "./call.ts";

export const health: Group = {
  title: "Health",
  about: "For whatever watches the server.",
  schemas: {},
  calls: [
    {
      name: "getHealth",
      method: "GET",
      path: "/healthz",
      summary: "Whether the server can read its books",
      about:
        "`read-only` where the database that is written to is away, and a copy is read meanwhile. 503 " +
        "while nothing can be read.",
      who: "open",
      answer: { status: 200, schema: v.object({ status: v.picklist(["ok", "read-only"]) }) },
    },
  ],
};
