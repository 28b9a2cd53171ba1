import * as v from "valibot";
import type { FieldError } from "../../domain/refusal.ts";
import { FACTOR_NEEDS, NEEDS } from "../../domain/refusal.ts";
import { count, createShape, rupees, text } from "./shapes.ts";

const fieldError = createShape<FieldError>()(
  v.object({
    path: v.pipe(text, v.description("Path of the field, such as items.0.rate; line 17 of a CSV")),
    message: text,
    column: v.exactOptional(text),
  }),
);

/** The body of every error. */
export const refusal = v.object({
  message: v.pipe(text, v.description("Message for a person, about the first wrong field")),
  needs: v.exactOptional(
    v.pipe(
      v.picklist(FACTOR_NEEDS),
      v.description("Whether a `code` or a session with a second factor is needed"),
    ),
  ),
  code: v.exactOptional(v.pipe(text, v.description("Machine-readable kind: `filed_return`"))),
  errors: v.exactOptional(v.array(fieldError)),
});

/** A decision that the user must make first, with the data it needs. */
export const undecided = v.object({
  message: text,
  needs: v.picklist(NEEDS),
  gaps: v.exactOptional(
    v.array(v.object({ afterLine: count, beforeLine: count, missing: rupees })),
  ),
  sentences: v.exactOptional(v.pipe(v.array(text), v.description("Description of each gap"))),
  remarks: v.exactOptional(v.array(text)),
  account: v.exactOptional(
    v.pipe(v.nullable(text), v.description("Account number as in the file")),
  ),
  bank: v.exactOptional(v.nullable(text)),
  captions: v.exactOptional(v.array(text)),
  sample: v.exactOptional(v.pipe(v.array(v.array(text)), v.description("The first five rows"))),
});
