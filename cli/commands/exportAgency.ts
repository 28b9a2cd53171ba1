import { findTarget, saveAnswer } from "../files.ts";
import { type GlobalOptions, open } from "../open.ts";

interface Options extends GlobalOptions {
  force?: boolean;
}

/** Saves all the agency's data as a zip file. */
export const exportAgency = (file: string, options: Options): Promise<void> =>
  save("/export/agency.zip", "application/zip", file, options);

/** Saves the books as JSON that `bahi import-books` reads. */
export const exportBooks = (file: string, options: Options): Promise<void> =>
  save("/export/books.json", "application/json", file, options);

async function save(path: string, type: string, file: string, options: Options): Promise<void> {
  const target = await findTarget(file, options, "FILE", path.slice("/export/".length));
  const { api, output } = open(options);
  await saveAnswer(await api.file(path, type), target, { api, output });
}
