import { formatDate } from "../../domain/dates.ts";
import type { MadeShareLink, ShareLink } from "../../domain/sharing/shareLinks.ts";
import { sendJson } from "../api.ts";
import { EXIT, Failure } from "../failure.ts";
import { type DocumentNoun, findDocument } from "../find.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { readDay } from "../range.ts";

export interface ShareOptions extends GlobalOptions {
  /** A day, or `never`. */
  expires?: string;
  /** Ends the open links instead of creating one. */
  end?: boolean;
}

/** Creates a link for a client. Prints only its URL, so that other programs can use it. */
export async function share(
  entity: DocumentNoun,
  typed: string,
  options: ShareOptions,
): Promise<void> {
  const { expires: until, end } = options;
  const expires = until && until !== "never" ? readDay("--expires", until) : until;
  const { api, output } = open(options);
  const { _id: id, number, status } = await findDocument(api, entity, typed);
  if (end) return endLinks(entity, { id, number }, options);
  if (status === "DRAFT") throw new Failure(EXIT.refused, `${number} is a draft`, "send it first");
  const link = await api.json<MadeShareLink>(
    "/share-links",
    "url",
    sendJson("POST", { entity, id, ...(expires && { expires }) }, crypto.randomUUID()),
  );
  await output.result(link, () => link.url);
  const how = link.expires ? `until ${formatDate(link.expires)}` : "never expires";
  output.note(`The link to ${number} ${how} and is shown only now`);
}

async function endLinks(
  entity: DocumentNoun,
  { id, number }: { id: string; number: string },
  options: GlobalOptions,
): Promise<void> {
  const { api, output } = open(options);
  const query = { entity, id };
  const { links } = await api.json<{ links: ShareLink[] }>("/share-links", "links", { query });
  const ended = links.filter(({ state }) => state === "open");
  for (const { _id } of ended) {
    await api.json(`/share-links/${_id}`, "message", { method: "DELETE" });
  }
  const text = `Ended ${count(ended.length, "link")} to ${number}`;
  await output.result({ ended }, () => text);
}
