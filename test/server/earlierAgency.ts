import { bringToToday } from "../../db/engine/migrate.ts";
import { forgetOutside } from "../journal.ts";
import type { World } from "../world.ts";

/** Makes the agencies of a world agencies of before the tax book, as a migration left them. */
export async function makeEarlier({ books }: World): Promise<void> {
  await books.write.run(
    "INSERT OR IGNORE INTO tax_books (agency_id, starts_on) SELECT id, '9999-12-31' FROM agencies",
  );
  await forgetOutside(books);
  await bringToToday(books);
}
