import { bringToToday } from "../../db/open/migrate.ts";
import { forgetOutside } from "../journal.ts";
import type { World } from "../world.ts";

export async function makeEarlier({ books }: World): Promise<void> {
  await books.write.run(
    "INSERT OR IGNORE INTO tax_books (agency_id, starts_on) SELECT id, '9999-12-31' FROM agencies",
  );
  await forgetOutside(books);
  await bringToToday(books);
}
