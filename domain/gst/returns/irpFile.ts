import Papa from "papaparse";

/**
 * Parses the portal's response from a file: JSON, or CSV with a header that names the IRN.
 * @throws SyntaxError for any other file
 */
export function answerIn(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  const json = parseJson(plain);
  if (json !== undefined) return json;
  const { data, meta } = Papa.parse<Record<string, string>>(plain, {
    header: true,
    skipEmptyLines: "greedy",
  });
  if (meta.fields?.some((field) => /^\W*irn\W*$/i.test(field))) return data;
  throw new SyntaxError("Neither JSON nor CSV with an IRN");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
