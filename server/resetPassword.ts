import { existsSync } from "node:fs";
import { makeResetLink } from "../db/agencies/recovery.ts";
import { describeError, toFilePath } from "../db/engine/errors.ts";
import { openBooks } from "../db/open/open.ts";
import { isLocal } from "../db/remote/primary.ts";
import { ForgottenPassword } from "../domain/agencies/recovery.ts";
import { parse } from "../domain/refusal.ts";
import { readEnvironment } from "./environment.ts";

// `bun run reset-password EMAIL`: prints a link that sets a new password, while the server runs. For
// servers without mail, and for people who have lost their mailbox or their second factor, which the link
// removes.

const [, , typed] = process.argv;
if (!typed) stop("name the person, such as: bun run reset-password asha@indigo.example");
try {
  const { email } = parse(ForgottenPassword, { email: typed });
  const { database, mail, host, port } = readEnvironment(process.env);
  if (isLocal(database.url) && !existsSync(toFilePath(database.url))) {
    stop(`there is no database at ${toFilePath(database.url)}`);
  }
  // The server has the replica's file open.
  const books = await openBooks({ ...database, replica: undefined });
  try {
    const token = await makeResetLink(books, email);
    const origin = mail.origin || `http://${host}:${port}`;
    process.stdout.write(`${origin}/reset#${token}\n`);
    process.stderr.write("The link works once, for 30 minutes, and removes second factors.\n");
  } finally {
    books.close();
  }
} catch (error) {
  stop(describeError(error));
}

function stop(message: string): never {
  process.stderr.write(`bahi: no link was created: ${message}\n`);
  process.exit(1);
}
