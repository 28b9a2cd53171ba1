import * as v from "valibot";
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewCodes,
  startAuthenticator,
} from "../../db/agencies/authenticator.ts";
import {
  addPasskey,
  listPasskeys,
  type Person,
  passkeyCreation,
  removePasskey,
} from "../../db/agencies/passkeys.ts";
import { passkeyRequest } from "../../db/agencies/passkeyUse.ts";
import { getOwnFactors, listReadiness } from "../../db/agencies/secondFactors.ts";
import { signInByPasskey, type TokenSession } from "../../db/agencies/users.ts";
import {
  AppCode,
  NewPasskey,
  type OwnFactors,
  type Passkey,
  PasskeySignIn,
  Proof,
  type Readiness,
} from "../../domain/agencies/secondFactors.ts";
import type { User } from "../../domain/agencies/team.ts";
import { issueToken } from "../http/sessions.ts";
import { findSite } from "../http/site.ts";
import { qrPath } from "../qrPath.ts";
import { signedIn, token, toSignedIn } from "./auth.ts";
import { call, type Group, type Requested } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, deleted, id, isTrue, moment, text } from "./shapes.ts";
import { toVisitor } from "./visitor.ts";

const passkey = createShape<Passkey>()(
  v.object({
    _id: id,
    name: text,
    createdAt: moment,
    lastUsedAt: v.pipe(text, v.description('A time, or "" for never')),
  }),
);
const ownFactors = createShape<OwnFactors>()(
  v.object({
    app: v.nullable(v.object({ since: moment, recoveryCodes: count })),
    passkeys: count,
    isRequired: v.pipe(isTrue, v.description("Whether the agency requires a second factor")),
    isUsed: v.pipe(isTrue, v.description("Whether this session was started with one")),
  }),
);
const readiness = createShape<Readiness>()(
  v.object({
    _id: id,
    name: text,
    passkeys: count,
    hasApp: isTrue,
    signedInAt: v.pipe(v.nullable(moment), v.description("Start of the newest active session")),
  }),
);
const options = v.pipe(
  v.record(text, v.any()),
  v.description("For the browser's `navigator.credentials`, in the JSON form of WebAuthn"),
);
const codes = v.pipe(v.array(text), v.description("Ten; each works once. Shown only here"));
const newApp = v.object({
  secret: v.pipe(text, v.description("In base32, for an app that cannot scan; shown only here")),
  url: v.pipe(text, v.description("The `otpauth://` address")),
  qr: v.pipe(
    v.object({ side: count, path: text }),
    v.description("The address as a QR code: an SVG path in a square of `side` modules"),
  ),
});

const PROOF =
  "Send your `password`, or as `passkey` the response of one of yours to " +
  "`POST /api/auth/passkeys/login/options`.";
const RESPONSE = { id: "dGhlIGlkIG9mIGEgY3JlZGVudGlhbA", type: "public-key" };
const PASSWORD = { password: "madder and marigold" };

interface Signed extends Pick<Requested, "context" | "request" | "server"> {
  user: User;
  session: TokenSession | undefined;
}

const toPerson = ({ user, session }: Pick<Signed, "user" | "session">): Person => ({
  email: user.email,
  name: user.name,
  isMultiFactor: session?.isMultiFactor === true,
});

const toAsked = ({ context, request, server, user }: Signed) => ({
  visitor: { email: user.email, ...toVisitor({ context, request, server }) },
  site: findSite(request, context),
});

/** A session that has just set up a factor continues as one that has used it. */
const tokenWithFactor = ({
  session,
  ...args
}: Signed & Pick<Requested, "tokens">): Promise<string> => {
  if (!session) throw new Error("An access token cannot set up a second factor");
  const { agencyId, userId, epoch, id } = session;
  return issueToken(args, { agencyId, userId, epoch, isMultiFactor: true }, id);
};

export const secondFactors: Group = {
  title: "Second factors",
  about:
    "Passkeys and authenticator app codes. They belong to a person, in all of their agencies. " +
    "An agency can require one (`requireSecondFactor` of the agency’s details): until a member " +
    "has one and has signed in with it, every call except those of the session and profile " +
    'returns 403 with `needs: "second_factor"`, also with access tokens. Only the person can ' +
    "remove their own.",
  schemas: { Passkey: passkey, OwnFactors: ownFactors, Proof },
  calls: [
    call({
      name: "getOwnFactors",
      method: "GET",
      path: "/api/auth/totp",
      summary: "Get your second factors",
      who: "everyone",
      answer: { status: 200, schema: ownFactors },
      run: ({ tenant, user, session }) =>
        getOwnFactors(tenant, user.email, session?.isMultiFactor === true),
    }),
    call({
      name: "startAuthenticator",
      method: "POST",
      path: "/api/auth/totp",
      summary: "Start setting up an authenticator app",
      about: "It is off until you confirm it with a first code. Returns 409 if an app is on.",
      who: "everyone",
      answer: { status: 200, schema: newApp },
      also: [403, 409],
      run: async ({ context, tenant, request, user, session }) => {
        const person = toPerson({ user, session });
        const app = await startAuthenticator(tenant, person, findSite(request, context));
        return { ...app, qr: qrPath(app.url) };
      },
    }),
    call({
      name: "confirmAuthenticator",
      method: "POST",
      path: "/api/auth/totp/confirm",
      summary: "Turn the authenticator app on",
      about:
        "A wrong code returns 400 and counts as a guess. The response has ten recovery codes for " +
        "a lost phone, and a token to continue with.",
      who: "everyone",
      body: { schema: AppCode, example: { code: "418207" } },
      answer: { status: 200, schema: v.object({ recoveryCodes: codes, token }) },
      also: [403, 409],
      run: async ({ tenant, input, ...args }) => {
        const { code } = input;
        const person = toPerson(args);
        const recoveryCodes = await confirmAuthenticator(tenant, code, person, toAsked(args));
        return { recoveryCodes, token: await tokenWithFactor(args) };
      },
    }),
    call({
      name: "renewRecoveryCodes",
      method: "POST",
      path: "/api/auth/totp/recovery-codes",
      summary: "Get new recovery codes",
      about: `The earlier codes stop working. ${PROOF}`,
      who: "everyone",
      body: { schema: Proof, example: PASSWORD },
      answer: { status: 200, schema: v.object({ recoveryCodes: codes }) },
      also: [403, 404],
      run: async ({ tenant, input, ...args }) => ({
        recoveryCodes: await renewCodes(tenant, input, toPerson(args), toAsked(args)),
      }),
    }),
    call({
      name: "removeAuthenticator",
      method: "DELETE",
      path: "/api/auth/totp",
      summary: "Turn the authenticator app off",
      about: `Its recovery codes stop working. ${PROOF}`,
      who: "everyone",
      body: { schema: Proof, example: PASSWORD },
      answer: { status: 200, schema: deleted },
      also: [403, 404],
      run: async ({ tenant, input, ...args }) => {
        await removeAuthenticator(tenant, input, toPerson(args), toAsked(args));
        return { message: "Authenticator app turned off" };
      },
    }),
    call({
      name: "listPasskeys",
      method: "GET",
      path: "/api/auth/passkeys",
      summary: "List your passkeys",
      who: "everyone",
      answer: { status: 200, schema: v.object({ passkeys: v.array(passkey) }) },
      run: async ({ tenant, user }) => ({
        passkeys: await listPasskeys(tenant.books, user.email),
      }),
    }),
    call({
      name: "getPasskeyCreation",
      method: "POST",
      path: "/api/auth/passkeys/options",
      summary: "Get what a browser needs to create a passkey",
      about: "The challenge expires in 5 minutes and works once.",
      who: "everyone",
      answer: { status: 200, schema: v.object({ options }) },
      also: [403],
      run: async ({ context, tenant, request, user, session }) => ({
        options: await passkeyCreation(
          tenant,
          toPerson({ user, session }),
          findSite(request, context),
        ),
      }),
    }),
    call({
      name: "addPasskey",
      method: "POST",
      path: "/api/auth/passkeys",
      summary: "Create a passkey",
      about:
        "`response` is the credential the browser created. The response has a token to continue " +
        "with.",
      who: "everyone",
      body: { schema: NewPasskey, example: { name: "Pixel 9", response: RESPONSE } },
      answer: { status: 200, schema: v.object({ passkey, token }) },
      also: [403, 409],
      run: async ({ tenant, input, ...args }) => {
        const { site } = toAsked(args);
        const added = await addPasskey(tenant, input, toPerson(args), site);
        return { passkey: added, token: await tokenWithFactor(args) };
      },
    }),
    call({
      name: "removePasskey",
      method: "DELETE",
      path: "/api/auth/passkeys/:id",
      summary: "Remove a passkey",
      about: PROOF,
      who: "everyone",
      id: ID.passkey,
      body: { schema: Proof, example: PASSWORD },
      answer: { status: 200, schema: deleted },
      also: [403],
      run: async ({ tenant, id, input, ...args }) => {
        await removePasskey(tenant, id, input, toPerson(args), toAsked(args));
        return { message: "Passkey removed" };
      },
    }),
    call({
      name: "getPasskeyRequest",
      method: "POST",
      path: "/api/auth/passkeys/login/options",
      summary: "Get what a browser needs to use a passkey",
      about:
        "For signing in or confirming your identity. The challenge expires in 5 minutes and works " +
        "once.",
      who: "open",
      answer: { status: 200, schema: v.object({ options }) },
      run: async ({ context, request }) => ({
        options: await passkeyRequest(findSite(request, context)),
      }),
    }),
    call({
      name: "signInByPasskey",
      method: "POST",
      path: "/api/auth/passkeys/login",
      summary: "Get a token with a passkey",
      about:
        "A passkey counts as both factors, because the authenticator verified its user. The " +
        "response is that of a sign-in with a password.",
      who: "open",
      body: { schema: PasskeySignIn, example: { response: RESPONSE } },
      answer: { status: 200, schema: signedIn },
      also: [401, 403, 404],
      run: async ({ input, ...args }) => {
        const { context, request } = args;
        const found = await signInByPasskey(context.books, input, findSite(request, context));
        const { session, ...rest } = found;
        return toSignedIn(await issueToken(args, session), rest);
      },
    }),
    call({
      name: "listReadiness",
      method: "GET",
      path: "/api/users/second-factors",
      summary: "List which members have a second factor",
      who: "manage team",
      answer: { status: 200, schema: v.object({ members: v.array(readiness) }) },
      run: async ({ tenant }) => ({ members: await listReadiness(tenant) }),
    }),
  ],
};
