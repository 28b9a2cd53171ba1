import { Elysia } from "elysia";
import { mustAnswer } from "../../db/books.ts";
import { traceOf } from "../../db/faults.ts";
import type { House } from "../house.ts";

/** Answers once the database does; who asks may be a stranger. */
export const health = ({ books, log }: House) =>
  new Elysia().get("/healthz", async ({ status }) => {
    try {
      return { status: await mustAnswer(books) };
    } catch (error) {
      log.error("The database does not answer", { trace: traceOf(error) });
      return status(503, { status: "unavailable" });
    }
  });
