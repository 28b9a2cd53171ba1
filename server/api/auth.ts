import * as v from "valibot";
import { getInvitation, join } from "../../db/agencies/invitations.ts";
import { changeProfile } from "../../db/agencies/profile.ts";
import { listAgencies, registerAgency, signIn, switchAgency } from "../../db/agencies/users.ts";
import { newest } from "../../db/engine/books.ts";
import type { ClosedAgency } from "../../domain/agencies/closedAgency.ts";
import { InvitationLink, type Invited, Joining } from "../../domain/agencies/invitations.ts";
import { passwordNotice } from "../../domain/agencies/recovery.ts";
import {
  type ChangedProfile,
  Credentials,
  ProfileChange,
  Registration,
  type Seat,
  type SignedIn,
  Switch,
  type User,
} from "../../domain/agencies/team.ts";
import { Refusal } from "../../domain/refusal.ts";
import { ROLES } from "../../domain/roles.ts";
import { readPosition } from "../http/position.ts";
import { issueToken } from "../http/sessions.ts";
import { call, type Group } from "./call.ts";
import { mailVerification, recoveryCalls } from "./recovery.ts";
import { logEvent, notify, notifyOfOwner } from "./security.ts";
import { activeSession, sessionCalls } from "./sessions.ts";
import { createShape, day, id, text } from "./shapes.ts";
import { toVisitor } from "./visitor.ts";

const user = createShape<User>()(
  v.object({
    _id: id,
    name: text,
    email: text,
    role: v.picklist(ROLES),
    agencyName: text,
    agencySlug: text,
  }),
);
export const token = v.pipe(text, v.description("For the Authorization header; valid for 7 days"));
const seat = createShape<Seat>()(
  v.object({ agencySlug: text, agencyName: text, role: v.picklist(ROLES) }),
);
const agencies = v.array(seat);
export const closedAgency = createShape<ClosedAgency>()(
  v.pipe(
    v.object({
      agencyName: text,
      by: v.pipe(text, v.description("The owner who closed it")),
      on: day,
      until: v.pipe(day, v.description("The last day on which an owner can restore it")),
    }),
    v.description("A closed agency. Its owners can only restore it, with the token."),
  ),
);
const closed = v.exactOptional(closedAgency);
export const signedIn = createShape<SignedIn>()(
  v.object({ token, user, agencies: v.exactOptional(agencies), closed }),
);
const joined = v.object({ token, user, agencies });
const switched = v.object({ token, user, agencies, closed });
const invited = createShape<Invited>()(
  v.object({
    agencyName: text,
    name: text,
    email: text,
    role: v.picklist(ROLES),
    isKnown: v.boolean(),
  }),
);
const changedProfile = createShape<ChangedProfile>()(
  v.object({ user, token: v.exactOptional(token) }),
);

const JOINING =
  "The token is the part of the link after the #. Returns 404 for an unknown token, and 409 if " +
  "the invitation was used, was withdrawn or is older than 7 days. Wrong guesses are counted, " +
  "and a `code` may be required, as at sign-in.";
const TOKEN = "c2hvd24gb25seSB0aGlzIG9uY2UsIHRvIHRoZSBvd25lcg";

/** The user of the demo, so that the first examples on the page work there. */
export const ASHA = { email: "asha@indigo.example", password: "indigo demo" };

export const auth: Group = {
  title: "Session and profile",
  about:
    "An email and its password belong to a person, who can be a member of several agencies. A " +
    "token belongs to one agency.",
  schemas: {
    User: user,
    SignedIn: signedIn,
    ChangedProfile: changedProfile,
    Registration,
    Seat: seat,
    ActiveSession: activeSession,
    Invited: invited,
  },
  calls: [
    call({
      name: "registerAgency",
      method: "POST",
      path: "/api/auth/register",
      summary: "Register an agency and its first owner",
      about: "Returns 403 if the server's `REGISTRATION` is closed.",
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
        const visitor = toVisitor({ context, request, server });
        const { user, session } = await registerAgency(context.books, input, visitor);
        await mailVerification({ context, request }, user.email);
        return { token: await issueToken({ context, request, server, tokens }, session), user };
      },
    }),
    call({
      name: "signIn",
      method: "POST",
      path: "/api/auth/login",
      summary: "Get a token",
      about:
        "An unknown email and a wrong password return the same response. After ten wrong " +
        "passwords in 15 minutes, sign-in with that email is blocked from that address: 429, " +
        "with `Retry-After` in seconds. If an authenticator app is on, the API returns 401 with " +
        '`needs: "code"` until `code` is a correct app code or recovery code. If you belong to ' +
        "several agencies, the response lists them all, with a token for the first, or for " +
        "`agencySlug`. Returns 403 if the agency is closed; its owners get a token and `closed`.",
      who: "open",
      body: {
        schema: Credentials,
        example: ASHA,
      },
      answer: { status: 200, schema: signedIn },
      also: [401, 403, 404, 429],
      run: async ({ context, input, request, server, tokens }) => {
        const visitor = toVisitor({ context, request, server });
        const books = newest(context.books, readPosition(request));
        const secret = context.settings.sessionSecret;
        const found = await signIn(books, input, visitor, secret).catch((error) => {
          const { email } = input;
          if (error instanceof Refusal)
            logEvent({ context, request, server }, "sign-in failed", { email });
          throw error;
        });
        const { session, ...rest } = found;
        const token = await issueToken({ context, request, server, tokens }, session);
        return toSignedIn(token, rest);
      },
    }),
    call({
      name: "switchAgency",
      method: "POST",
      path: "/api/auth/switch",
      summary: "Get a token for another of your agencies",
      about: "The current token stays valid. Both belong to one session and end with it.",
      who: "everyone",
      body: { schema: Switch, example: { agencySlug: "indigo-studio" } },
      answer: { status: 200, schema: switched },
      also: [403, 404],
      run: async ({ tenant, user, session: current, input, ...args }) => {
        const isMultiFactor = current?.isMultiFactor === true;
        const found = await switchAgency(tenant.books, user.email, input.agencySlug, isMultiFactor);
        const { session, ...rest } = found;
        return { token: await issueToken(args, session, current?.id), ...rest };
      },
    }),
    call({
      name: "listAgencies",
      method: "GET",
      path: "/api/auth/agencies",
      summary: "List your agencies",
      about: "Leaves out closed agencies. An access token lists only its own agency.",
      who: "everyone",
      answer: { status: 200, schema: v.object({ agencies }) },
      run: async ({ tenant, user, isReadOnly }) => {
        const all = await listAgencies(tenant.books, user.email);
        const isOwn = ({ agencySlug }: Seat) => agencySlug === user.agencySlug;
        return { agencies: isReadOnly ? all.filter(isOwn) : all };
      },
    }),
    call({
      name: "lookAtInvitation",
      method: "POST",
      path: "/api/auth/invitation",
      summary: "Get an invitation",
      about: JOINING,
      who: "open",
      body: { schema: InvitationLink, example: { token: TOKEN } },
      answer: { status: 200, schema: v.object({ invitation: invited }) },
      also: [404, 409, 429],
      run: async ({ context, input, request, server }) => {
        const books = newest(context.books, readPosition(request));
        const visitor = toVisitor({ context, request, server });
        return { invitation: await getInvitation(books, input.token, visitor) };
      },
    }),
    call({
      name: "join",
      method: "POST",
      path: "/api/auth/join",
      summary: "Join an agency by invitation",
      about: `Existing users send their password; new users choose one. ${JOINING}`,
      who: "open",
      body: {
        schema: Joining,
        example: { token: TOKEN, name: "Meera Rao", password: "figures and facts" },
      },
      answer: { status: 201, schema: joined },
      also: [401, 404, 409, 429],
      run: async ({ context, input, request, server, tokens }) => {
        const visitor = toVisitor({ context, request, server });
        const secret = context.settings.sessionSecret;
        const { session, ...rest } = await join(context.books, input, visitor, secret);
        await mailVerification({ context, request }, rest.user.email);
        if (rest.user.role === "owner") {
          const tenant = { books: context.books, ...session, role: rest.user.role };
          await notifyOfOwner({ context, request, server, tenant }, rest.user, rest.user);
        }
        return { token: await issueToken({ context, request, server, tokens }, session), ...rest };
      },
    }),
    call({
      name: "getMe",
      method: "GET",
      path: "/api/auth/me",
      summary: "Get the user of the token",
      who: "members",
      answer: { status: 200, schema: v.object({ user }) },
      run: ({ user }) => ({ user }),
    }),
    ...sessionCalls,
    ...recoveryCalls,
    call({
      name: "changeProfile",
      method: "PUT",
      path: "/api/users/profile",
      summary: "Update your name or password",
      about:
        "A new password requires the current one. It ends all your sessions and access tokens; " +
        "the response has a new token.",
      who: "everyone",
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
        session: own,
        request,
        server,
        tokens,
      }): Promise<ChangedProfile> => {
        const visitor = toVisitor({ context, request, server });
        const session = await changeProfile(tenant, input, { email: user.email, ...visitor });
        const changed = { ...user, name: input.name ?? user.name };
        if (!input.newPassword) return { user: changed };
        const args = { context, request, server, tokens };
        logEvent(args, "password changed", { user: user._id, agency: tenant.agencyId });
        notify(context, passwordNotice(user.email));
        const isMultiFactor = own?.isMultiFactor;
        return { user: changed, token: await issueToken(args, { ...session, isMultiFactor }) };
      },
    }),
  ],
};

interface Found extends Omit<SignedIn, "token"> {
  agencies: Seat[];
}

/** Returns the response to a sign-in. */
export const toSignedIn = (token: string, { user, agencies, closed }: Found): SignedIn => ({
  token,
  user,
  ...(agencies.length > 1 && { agencies }),
  ...(closed && { closed }),
});
