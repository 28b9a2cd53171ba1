import type { Call } from "./call.ts";
import { writeJson } from "./json.ts";

/** Formats the example as a shell command with variables for the server and the token. */
export function formatCurl({ method, path, id, query, body, logo, who, answer }: Call): string {
  const search = query ? `?${query.example}` : "";
  const parts = [`curl "$BAHI_SERVER${path.replace(":id", id ?? "")}${search}"`];
  const isSending = body !== undefined || logo !== undefined;
  if (method !== "GET" && !(method === "POST" && isSending)) parts[0] += ` -X ${method}`;
  if (who !== "open") parts.push('-H "Authorization: Bearer $BAHI_TOKEN"');
  if (body && "csv" in body) {
    const file = new URLSearchParams(query?.example).get("file");
    parts.push(`-H 'Content-Type: ${body.type ?? "text/csv"}'`, `--data-binary @${file}`);
  } else if (body) {
    const json = writeJson(body.example).replaceAll("'", "'\\''");
    parts.push("-H 'Content-Type: application/json'", `-d '${json}'`);
  } else if (logo) {
    parts.push("-F logo=@logo.png");
  }
  if ("file" in answer) parts.push("-OJ");
  return parts.join(" \\\n  ");
}
