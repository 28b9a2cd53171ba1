import { join } from "node:path";
import { writeDemo } from "../db/demo/demo.ts";
import { openBooks } from "../db/open/open.ts";
import { copyTemplate, TEMPLATES } from "./template.ts";

export const ON = "2026-11-21";

export async function openDemoBooks(folder: string) {
  const toPlace = (folder: string) => ({ url: `file:${join(folder, "demo.db")}` });
  const write = async (folder: string) => {
    const books = await openBooks(toPlace(folder));
    const written = await writeDemo(books, ON);
    books.close();
    return written;
  };
  const written = TEMPLATES
    ? await copyTemplate(TEMPLATES, "demo", folder, write)
    : await write(folder);
  const place = toPlace(folder);
  return { place, books: await openBooks(place), written };
}
