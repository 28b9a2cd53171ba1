import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import { classifyFault, type Fault, formatTrace } from "../../db/engine/errors.ts";
import {
  FactorNeeded,
  Refusal,
  type RefusalKind,
  TryLater,
  Undecided,
} from "../../domain/refusal.ts";
import type { Log } from "./log.ts";

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  undecided: 422,
  later: 429,
  busy: 503,
};

/** A disk error is no user's mistake. The user learns which fault it is; the details are logged. */
const SENTENCES: Record<Fault, string> = {
  damaged: "The database is damaged; restore a backup",
  full: "The server's disk is full; try again once there is room",
  unwritable: "The database cannot be written to",
  failing: "The server's disk failed",
  busy: "The database is busy; try again in a moment",
  crowded: "The server has too many connections open; try again in a moment",
  stopping: "The server is stopping; try again in a moment",
  away: "The database is not responding; try again in a moment",
  cut: "The database is not responding; try again in a moment",
  unknown: "This may or may not have been saved; check before you send it again",
};
const RETRY_AFTER_S = "10";

/** The only place that turns errors into responses. They never contain the input, a stack trace or SQL. */
export const refusals = (log: Log) =>
  new Elysia({ name: "refusals" }).onError({ as: "global" }, ({ code, error, set, status }) => {
    if (error instanceof Refusal) {
      const { kind, message, errors, code } = error;
      if (error instanceof TryLater) set.headers["retry-after"] = String(error.seconds);
      if (error instanceof Undecided) {
        return status(422, { message, needs: error.needs, ...error.about });
      }
      const needs = error instanceof FactorNeeded && { needs: error.needs };
      const body = { message, ...(code && { code }), ...needs };
      return status(STATUS[kind], { ...body, ...(errors.length > 0 && { errors }) });
    }
    if (error instanceof ElysiaCustomStatusResponse) return error;
    if (code === "NOT_FOUND") return status(404, { message: "Not found" });
    if (isCutOff(error)) return status(400, { message: "The upload was cut off" });
    if (isTooLarge(error)) return status(413, { message: "The request body is too large" });

    const requestId = String(set.headers["x-request-id"]);
    const fault = classifyFault(error);
    const message = fault ? SENTENCES[fault] : "Something went wrong";
    log[fault === "stopping" ? "info" : "error"](message, { requestId, trace: formatTrace(error) });
    if (fault) {
      set.headers["retry-after"] = RETRY_AFTER_S;
      return status(503, { message });
    }
    return status(500, { message, requestId });
  });

const isCutOff = (error: unknown) => error instanceof Error && error.name === "AbortError";

const isTooLarge = (error: unknown) =>
  error instanceof Error && error.message.includes("maxRequestBodySize");
