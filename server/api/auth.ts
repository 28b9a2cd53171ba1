import * as v from "valibot";
import { changeProfile } from "../../db/agencies/profile.ts";
import { registerAgency, signIn } from "../../db/agencies/users.ts";
import { newest } from "../../db/engine/books.ts";
import {
  type ChangedProfile,
  Credentials,
  ProfileChange,
  Registration,
  type SignedIn,
  type User,
} from "../../domain/agencies/team.ts";
import { Refusal } from "../../domain/refusal.ts";
import { ROLES } from "../../domain/roles.ts";
import { addressOf } from "../http/address.ts";
import { positionOf } from "../http/position.ts";
import { call, type Group } from "./call.ts";
import { id, shapeOf, text } from "./shapes.ts";

const user = shapeOf<User>()(
  v.object({
    _id: id,
    name: text,
    email: text,
    role: v.picklist(ROLES),
    agencyName: text,
    agencySlug: text,
  }),
);
const token = v.pipe(text, v.description("For the Authorization header; valid for 7 days"));
const signedIn = shapeOf<SignedIn>()(v.object({ token, user }));
const changedProfile = shapeOf<ChangedProfile>()(v.object({ user, token: v.exactOptional(token) }));

/** As in the demo, so that what the page says to begin with works there. */
export const ASHA = { email: "asha@indigo.example", password: "indigo demo" };

export const auth: Group = {
  title: "Session and profile",
  about: "An account is a person's, and belongs to one agency.",
  schemas: { User: user, SignedIn: signedIn, ChangedProfile: changedProfile, Registration },
  calls: [
    call({
      name: "registerAgency",
      method: "POST",
      path: "/api/auth/register",
      summary: "Register an agency, and its first owner",
      about: "403 where the server's `REGISTRATION` is closed.",
      who: "open",
      body: {
        schema: Registration,
        example: {
          name: "Asha Kulkarni",
          ...ASHA,
          agencyName: "Indigo Studio",
          agencySlug: "indigo-studio",
        },
      },
      answer: { status: 201, schema: signedIn },
      also: [403, 409],
      run: async ({ context, input, request, server, tokens }) => {
        if (!context.settings.isRegistrationOpen)
          throw new Refusal("forbidden", "Registration is closed");
        const visitor = {
          address: addressOf(request, server, context.settings),
          signal: request.signal,
        };
        const { user, session } = await registerAgency(context.books, input, visitor);
        return { token: await tokens.sign({ ...session }), user };
      },
    }),
    call({
      name: "signIn",
      method: "POST",
      path: "/api/auth/login",
      summary: "Get a token",
      about:
        "An unknown email and a wrong password are answered alike. After ten wrong ones in 15 minutes " +
        "sign-in with an email is blocked from that address: 429, with `Retry-After` in seconds.",
      who: "open",
      body: {
        schema: Credentials,
        example: ASHA,
      },
      answer: { status: 200, schema: signedIn },
      also: [401, 429],
      run: async ({ context, input, request, server, tokens }) => {
        const visitor = {
          address: addressOf(request, server, context.settings),
          signal: request.signal,
        };
        const books = newest(context.books, positionOf(request));
        const { user, session } = await signIn(books, input, visitor);
        return { token: await tokens.sign({ ...session }), user };
      },
    }),
    call({
      name: "getMe",
      method: "GET",
      path: "/api/auth/me",
      summary: "Who the token belongs to",
      who: "members",
      answer: { status: 200, schema: v.object({ user }) },
      run: ({ user }) => ({ user }),
    }),
    call({
      name: "signOut",
      method: "POST",
      path: "/api/auth/logout",
      summary: "Sign out",
      about:
        "The token is the client's to forget. A new password ends all sessions of a person; access " +
        "tokens go on until they are revoked.",
      who: "members",
      answer: { status: 200, schema: v.object({ message: text }) },
      run: () => ({ message: "Signed out" }),
    }),
    call({
      name: "changeProfile",
      method: "PUT",
      path: "/api/users/profile",
      summary: "Change name or password",
      about:
        "A new password needs the present one, ends every session of the person, and is answered " +
        "with a token to go on with.",
      who: "members",
      body: {
        schema: ProfileChange,
        example: {
          name: "Asha Kulkarni",
          currentPassword: ASHA.password,
          newPassword: "madder and marigold",
        },
      },
      answer: { status: 200, schema: changedProfile },
      also: [429],
      run: async ({
        context,
        tenant,
        user,
        input,
        request,
        server,
        tokens,
      }): Promise<ChangedProfile> => {
        const visitor = {
          address: addressOf(request, server, context.settings),
          signal: request.signal,
        };
        const session = await changeProfile(tenant, input, { email: user.email, ...visitor });
        const changed = { ...user, name: input.name ?? user.name };
        if (!input.newPassword) return { user: changed };
        return { user: changed, token: await tokens.sign({ ...session }) };
      },
    }),
  ],
};
