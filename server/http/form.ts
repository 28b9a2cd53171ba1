import { status } from "elysia";
import { Refusal } from "../../domain/refusal.ts";

// Beyond the largest file that is taken, so that a larger one is told so in its own words.
const FORM_MAX = 16 << 20;
const FIELDS_MAX = 100;

/** A multipart body: its texts by name, and the file of one field. */
export interface Form {
  texts: Record<string, string>;
  file: Blob | undefined;
}

export const isForm = (request: Request): boolean =>
  request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

/** Read like the other bodies, once it is known who sent it. @throws Refusal, or a 413 or 415 answer. */
export async function formOf(request: Request, fileField: string): Promise<Form> {
  if (!isForm(request)) throw status(415, { message: "Send the body as multipart/form-data" });
  const body = await boundedOf(request);
  const type = request.headers.get("content-type") ?? "";
  const fields = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => {
      throw new Refusal("invalid", "The request body is not a whole form");
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
    // A form whose file was not chosen sends one without a byte.
    file: file instanceof Blob && file.size > 0 ? file : undefined,
  };
}

const isText = (value: unknown) => typeof value === "string";

async function boundedOf(request: Request): Promise<Blob> {
  const tooLarge = () => status(413, { message: "The request body is larger than 16 MB" });
  if (Number(request.headers.get("content-length")) > FORM_MAX) throw tooLarge();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const bytes of request.body ?? new Blob([]).stream()) {
    size += bytes.length;
    if (size > FORM_MAX) throw tooLarge();
    parts.push(bytes);
  }
  return new Blob(parts);
}
