import { eq } from "drizzle-orm";
import { type Books, newest } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import { agencies, users } from "../schema/agencies.ts";
import type { StoredMail } from "./rows.ts";

/** Returns the sender's name, and the reply address if the agency has set none. */
export async function findWriter(
  books: Books,
  mail: StoredMail,
): Promise<{ agencyName: string; email: string }> {
  const [writer] = await newest(books)
    .read.select({ agencyName: agencies.name, email: users.email })
    .from(users)
    .innerJoin(agencies, eq(agencies.id, users.agencyId))
    .where(forAgency(mail, users, eq(users.id, mail.createdBy)));
  if (!writer) throw new Error("The member who sent this e-mail no longer exists");
  return writer;
}
