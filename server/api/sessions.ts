import * as v from "valibot";
import {
  endSession,
  listSessions,
  signOut,
  signOutEverywhere,
} from "../../db/agencies/sessions.ts";
import { type ActiveSession, SignOut } from "../../domain/agencies/sessions.ts";
import { call } from "./call.ts";
import { ID } from "./ids.ts";
import { logEvent } from "./security.ts";
import { createShape, deleted, id, isTrue, moment, text } from "./shapes.ts";

export const activeSession = createShape<ActiveSession>()(
  v.object({
    _id: id,
    device: v.pipe(text, v.description("Browser and system, such as Firefox on Windows")),
    address: v.pipe(text, v.description("IP address at the sign-in; of IPv6 the first 64 bits")),
    createdAt: moment,
    lastSeen: v.pipe(moment, v.description("Accurate to 15 minutes")),
    current: v.pipe(isTrue, v.description("Whether the request came from this session")),
  }),
);

export const sessionCalls = [
  call({
    name: "listSessions",
    method: "GET",
    path: "/api/auth/sessions",
    summary: "List your sessions",
    about: "Covers all your agencies. Empty for an access token.",
    who: "everyone",
    answer: { status: 200, schema: v.object({ sessions: v.array(activeSession) }) },
    run: async ({ tenant, session }) => ({
      sessions: session ? await listSessions(tenant, session) : [],
    }),
  }),
  call({
    name: "endSession",
    method: "DELETE",
    path: "/api/auth/sessions/:id",
    summary: "End one of your sessions",
    about: "Its tokens are rejected from the next request.",
    who: "everyone",
    id: ID.session,
    answer: { status: 200, schema: deleted },
    run: async ({ tenant, id, ...args }) => {
      await endSession(tenant, id);
      logEvent(args, "sign-out", { user: tenant.userId, agency: tenant.agencyId });
      return { message: "Session ended" };
    },
  }),
  call({
    name: "signOut",
    method: "POST",
    path: "/api/auth/logout",
    summary: "Sign out",
    about:
      "Ends the session immediately; with `everywhere`, ends all your sessions. A new password " +
      "does the same, and also ends your access tokens.",
    who: "everyone",
    body: { schema: SignOut, example: { everywhere: false }, mayBeNone: true },
    answer: { status: 200, schema: deleted },
    run: async ({ tenant, session, input, ...args }) => {
      logEvent(args, "sign-out", { user: tenant.userId, agency: tenant.agencyId });
      if (input.everywhere) await signOutEverywhere(tenant);
      else if (session) await signOut(tenant.books, session);
      return { message: "Signed out" };
    },
  }),
];
