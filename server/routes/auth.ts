import { Elysia } from "elysia";
import { newest } from "../../db/books.ts";
import { registerAgency, signIn } from "../../db/users.ts";
import { Refusal } from "../../domain/refusal.ts";
import { Credentials, Registration } from "../../domain/team.ts";
import { addressOf } from "../address.ts";
import { jsonOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { positionOf } from "../position.ts";
import { tokens } from "../tokens.ts";

/** The only calls that a stranger may make. */
export const openAuth = (house: House) =>
  new Elysia({ prefix: "/auth" })
    .use(tokens(house))
    .post("/register", async ({ request, server, tokens, status }) => {
      if (!house.settings.isRegistrationOpen)
        throw new Refusal("forbidden", "Registration is closed");
      const registration = await jsonOf(request, Registration);
      const address = addressOf(request, server, house.settings);
      const { signal } = request;
      const { user, session } = await registerAgency(house.books, registration, {
        address,
        signal,
      });
      return status(201, { token: await tokens.sign({ ...session }), user });
    })
    .post("/login", async ({ request, server, tokens }) => {
      const credentials = await jsonOf(request, Credentials);
      const address = addressOf(request, server, house.settings);
      const { signal } = request;
      const books = newest(house.books, positionOf(request));
      const { user, session } = await signIn(books, credentials, { address, signal });
      return { token: await tokens.sign({ ...session }), user };
    });

export const auth = (house: House) =>
  new Elysia({ prefix: "/auth" })
    .use(identity(house))
    .get("/me", ({ user }) => ({ user }))
    .post("/logout", () => ({ message: "Signed out" }));
