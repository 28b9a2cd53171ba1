import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import { Refusal, type RefusalKind } from "../domain/refusal.ts";
import type { Log } from "./log.ts";

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
};

/** What was thrown becomes an answer here and nowhere else. Never the input, a stack or SQL. */
export const refusals = (log: Log) =>
  new Elysia({ name: "refusals" }).onError({ as: "global" }, ({ code, error, status }) => {
    if (error instanceof Refusal) {
      const { kind, message, errors } = error;
      return status(STATUS[kind], errors.length > 0 ? { message, errors } : { message });
    }
    if (error instanceof ElysiaCustomStatusResponse) return error;
    if (code === "NOT_FOUND") return status(404, { message: "Not found" });
    if (isCutOff(error)) return status(400, { message: "The upload was cut off" });
    if (isTooLarge(error)) return status(413, { message: "The request body is too large" });

    const requestId = crypto.randomUUID();
    const { stack, cause } = error as Error;
    log.error("Something went wrong", { requestId, stack, cause: String(cause ?? "") });
    return status(500, { message: "Something went wrong", requestId });
  });

const isCutOff = (error: unknown) => error instanceof Error && error.name === "AbortError";

const isTooLarge = (error: unknown) =>
  error instanceof Error && error.message.includes("maxRequestBodySize");
