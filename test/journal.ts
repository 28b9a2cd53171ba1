import type { Books } from "../db/engine/books.ts";

/** Deletes the journal of changes that a test made by SQL: `bahi check` would name them as made outside. */
export const forgetOutside = ({ write }: Pick<Books, "write">) =>
  write.run(`DELETE FROM row_images WHERE seq > (SELECT max(seq) FROM audit_log a
    WHERE a.agency_id = row_images.agency_id)`);
