import { status } from "elysia";
import { Refusal } from "../../domain/refusal.ts";

// Above the largest accepted file, so that a larger file gets its own error message.
const FORM_MAX = 16 << 20;
const FIELDS_MAX = 100;

/** A multipart body: its texts by name, and the file of one field. */
export interface Form {
  texts: Record<string, string>;
  file: Blob | undefined;
}

export const isForm = (request: Request): boolean =>
  request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

/** Reads a multipart body after the sender is known. @throws Refusal, or a 413 or 415 response */
export async function readForm(request: Request, fileField: string): Promise<Form> {
  if (!isForm(request)) throw status(415, { message: "Send the body as multipart/form-data" });
  const body = await readBounded(request);
  const type = request.headers.get("content-type") ?? "";
  const fields = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => {
      throw new Refusal("invalid", "The request body is not a complete form");
    });

  if ([...fields].length > FIELDS_MAX) {
    throw status(413, { message: `The form has more than ${FIELDS_MAX} fields` });
  }
  const file = fields.get(fileField);
  if (typeof file === "string" && file !== "") {
    throw new Refusal("invalid", `Send ${fileField} as a file`);
  }
  const texts = [...fields].filter((field): field is [string, string] => isText(field[1]));
  return {
    texts: Object.fromEntries(texts),
    // A form without a chosen file sends an empty one.
    file: file instanceof Blob && file.size > 0 ? file : undefined,
  };
}

const isText = (value: unknown) => typeof value === "string";

async function readBounded(request: Request, most = FORM_MAX, limit = "16 MB"): Promise<Blob> {
  const tooLarge = () => status(413, { message: `The request body is larger than ${limit}` });
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const bytes of request.body ?? new Blob([]).stream()) {
    size += bytes.length;
    if (size > most) throw tooLarge();
    parts.push(bytes);
  }
  return new Blob(parts);
}

const TEXTS_MAX = 16 << 10;

/** Reads the text fields of a form sent without a script. @throws a 413 or 415 response */
export async function readTextFields(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw status(415, { message: "Send the body as application/x-www-form-urlencoded" });
  }
  const body = await readBounded(request, TEXTS_MAX, "16 kB");
  return Object.fromEntries(new URLSearchParams(await body.text()));
}
