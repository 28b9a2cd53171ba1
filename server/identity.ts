import { Elysia } from "elysia";
import { booksAt } from "../db/books.ts";
import type { Tenant } from "../db/tenant.ts";
import { findIdentified } from "../db/users.ts";
import { Refusal } from "../domain/refusal.ts";
import { noteAgency } from "./headers.ts";
import type { House } from "./house.ts";
import { positionOf } from "./position.ts";
import { readToken, tokens } from "./tokens.ts";
import { turn } from "./turn.ts";

/**
 * Closes every route of whatever uses it, and gives its handlers `tenant` and `user`. Handlers read the
 * body themselves (see body.ts), so a stranger learns nothing about what a route accepts.
 */
export const identity = (house: House) =>
  new Elysia({ name: "identity" })
    .use(tokens(house))
    .derive({ as: "scoped" }, async ({ headers, request, tokens }) => {
      const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
      const session = await readToken(tokens, bearer);
      if (!session) throw new Refusal("unauthenticated", "Please sign in");
      await turn();
      const copy = await booksAt(house.books, positionOf(request));
      // Who has just signed up may not have come to the copy yet.
      const found =
        (await findIdentified(copy, session)) ??
        (copy.isCopy ? await findIdentified(house.books, session) : undefined);
      if (!found) throw new Refusal("unauthenticated", "Please sign in");

      const { agencyId, userId } = found.session;
      noteAgency(request, agencyId);
      // Who writes looks at the books themselves first.
      const books = request.method === "GET" ? copy : house.books;
      const tenant: Tenant = { books, agencyId, userId, role: found.user.role };
      return { tenant, user: found.user, session: found.session };
    });
