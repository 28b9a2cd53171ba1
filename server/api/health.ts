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
      about: "503 while it cannot.",
      who: "open",
      answer: { status: 200, schema: v.object({ status: v.literal("ok") }) },
    },
  ],
};
