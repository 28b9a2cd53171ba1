import type { ApiToken, MadeToken } from "../../domain/agencies/tokens.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { sendJson } from "../api.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { write } from "../output.ts";

export const TOKEN: Noun<ApiToken> = {
  filters: {},
  columns: [
    { title: "Id", text: ({ _id }) => _id },
    { title: "Name", text: ({ name }) => name, minWidth: 8 },
    { title: "Of", text: ({ user }) => user.name, minWidth: 8, dropOrder: 1 },
    {
      title: "Created",
      text: ({ createdAt }) => formatDate(today(new Date(createdAt))),
      plain: ({ createdAt }) => createdAt,
      dropOrder: 2,
    },
    {
      title: "Last used",
      text: ({ lastUsedOn }) => (lastUsedOn ? formatDate(lastUsedOn) : "never"),
      plain: ({ lastUsedOn }) => lastUsedOn,
    },
  ],
};

/** Prints the token alone on stdout, so that a script can take it. */
export async function createToken(name: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<MadeToken>("/tokens", "secret", sendJson("POST", { name }));
  if (output.json) return output.result(answer, () => "");
  output.note(
    "Save it now: it is not shown again. It is read-only; set it as BAHI_TOKEN with BAHI_SERVER",
  );
  await write(`${answer.secret}\n`);
}
