import { json, type Noun, type Office, type Written } from "./noun.ts";

const pickHolder = ({ n }: Written, { client, invoice, note }: Office) =>
  [`entity=client&id=${client}`, `entity=invoice&id=${invoice}`, `entity=note&id=${note}`][n % 3];

/** Its size is its paise plus 20, so that a row shows whether it is complete. */
export const attachment: Noun = {
  entity: "Attachment",
  folder: "attachments",
  weight: 4,
  create: (write, office) => ({
    method: "POST",
    path: `/attachments?${pickHolder(write, office)}&name=${write.mark}`,
    type: "application/octet-stream",
    body: `%PDF-1.7 ${write.mark}`.padEnd(20 + write.n, " "),
  }),
  remove: (id) => ({ method: "DELETE", path: `/attachments/${id}` }),
  rows: "SELECT id, name AS mark, size - 20 AS paise FROM attachments WHERE deleted_at IS NULL",
  fields: ["name"],
};

export const comment: Noun = {
  entity: "Comment",
  folder: "comments",
  weight: 2,
  create: (write, office) =>
    json("POST", `/comments?${pickHolder(write, office)}`, { text: write.mark }),
  change: (id, { mark }) => json("PUT", `/comments/${id}`, { text: mark }),
  remove: (id) => ({ method: "DELETE", path: `/comments/${id}` }),
  rows: "SELECT id, text AS mark, NULL AS paise FROM comments WHERE deleted_at IS NULL",
  fields: ["text"],
};
