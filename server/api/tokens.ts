import * as v from "valibot";
import { addToken, listTokens, revokeToken } from "../../db/agencies/tokens.ts";
import { tokenNotice } from "../../domain/agencies/recovery.ts";
import { type ApiToken, type MadeToken, NewToken } from "../../domain/agencies/tokens.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { logEvent, notify } from "./security.ts";
import { createShape, deleted, id, moment, text } from "./shapes.ts";

const token = createShape<ApiToken>()(
  v.object({
    _id: id,
    name: text,
    user: v.object({ _id: id, name: text }),
    createdAt: moment,
    lastUsedOn: v.pipe(text, v.description('Date of last use, or "" if never')),
  }),
);
const secret = v.pipe(text, v.description("For the Authorization header; shown only here"));
const madeToken = createShape<MadeToken>()(v.object({ token, secret }));

export const tokens: Group = {
  title: "Access tokens",
  about:
    "For scripts and machines. A token is read-only, has the role of the person who created it, " +
    "and works until it is revoked, the person is removed, or their password changes.",
  schemas: { AccessToken: token, MadeToken: madeToken },
  calls: [
    call({
      name: "listTokens",
      method: "GET",
      path: "/api/tokens",
      summary: "List access tokens",
      about: "Your own tokens; owners see those of all members.",
      who: "members",
      answer: { status: 200, schema: v.object({ tokens: v.array(token) }) },
      run: async ({ tenant }) => ({ tokens: await listTokens(tenant) }),
    }),
    call({
      name: "addToken",
      method: "POST",
      path: "/api/tokens",
      summary: "Create an access token",
      about:
        "Only a hash of the token is stored, so a retry with the same `Idempotency-Key` returns " +
        "409.",
      who: "everyone",
      body: { schema: NewToken, example: { name: "Backup on the office machine" } },
      answer: { status: 201, schema: madeToken },
      run: async ({ tenant, user, input, ...args }) => {
        const made = await addToken(tenant, input);
        logEvent(args, "access token added", { user: user._id, agency: tenant.agencyId });
        notify(args.context, tokenNotice(user.email, user.agencyName));
        return made;
      },
    }),
    call({
      name: "revokeToken",
      method: "DELETE",
      path: "/api/tokens/:id",
      summary: "Revoke an access token",
      about: "Your own token; owners can revoke any member's. It is rejected from the next call.",
      who: "everyone",
      id: ID.token,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await revokeToken(tenant, id);
        return { message: "Access token revoked" };
      },
    }),
  ],
};
