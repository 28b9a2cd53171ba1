import { Elysia } from "elysia";
import { findIdentified } from "../../db/agencies/users.ts";
import { booksAt } from "../../db/engine/books.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { AppContext } from "./context.ts";
import { noteAgency } from "./headers.ts";
import { positionOf } from "./position.ts";
import { readToken, tokens } from "./tokens.ts";
import { yieldToNetwork } from "./yield.ts";

/**
 * Closes every route of whatever uses it, and gives its handlers `tenant` and `user`. Handlers read the
 * body themselves (see body.ts), so a stranger learns nothing about what a route accepts.
 */
export const identity = (context: AppContext) =>
  new Elysia({ name: "identity" })
    .use(tokens(context))
    .derive({ as: "scoped" }, async ({ headers, request, tokens }) => {
      const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
      const session = await readToken(tokens, bearer);
      if (!session) throw new Refusal("unauthenticated", "Please sign in");
      await yieldToNetwork();
      const copy = await booksAt(context.books, positionOf(request));
      // A user created a moment ago may not be in the replica yet.
      const found =
        (await findIdentified(copy, session)) ??
        (copy.isCopy ? await findIdentified(context.books, session) : undefined);
      if (!found) throw new Refusal("unauthenticated", "Please sign in");

      const { agencyId, userId } = found.session;
      noteAgency(request, agencyId);
      // Who writes looks at the books themselves first.
      const books = request.method === "GET" ? copy : context.books;
      const tenant: Tenant = { books, agencyId, userId, role: found.user.role };
      return { tenant, user: found.user, session: found.session };
    });
