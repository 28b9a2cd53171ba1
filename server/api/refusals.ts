import * as v from "valibot";
import type { FieldError } from "../../domain/refusal.ts";
import { FACTOR_NEEDS, NEEDS } from "../../domain/refusal.ts";
import { count, rupees, shapeOf, text } from "./shapes.ts";

const fieldError = shapeOf<FieldError>()(
  v.object({
    path: v.pipe(text, v.description("Of the field, items.0.rate; of a CSV, line 17")),
    message: text,
    column: v.exactOptional(text),
  }),
);

/** What every refusal answers. */
export const refusal = v.object({
  message: v.pipe(text, v.description("The first field's sentence, for a person to read")),
  needs: v.exactOptional(
    v.pipe(
      v.picklist(FACTOR_NEEDS),
      v.description("A `code` to sign in with, or a session made with a second factor"),
    ),
  ),
  code: v.exactOptional(v.pipe(text, v.description("What it is, for a program: `filed_return`"))),
  errors: v.exactOptional(v.array(fieldError)),
});

/** What a person has to decide before it can be done, and what they need to see for that. */
export const undecided = v.object({
  message: text,
  needs: v.picklist(NEEDS),
  gaps: v.exactOptional(
    v.array(v.object({ afterLine: count, beforeLine: count, missing: rupees })),
  ),
  sentences: v.exactOptional(v.pipe(v.array(text), v.description("Each gap in words"))),
  remarks: v.exactOptional(v.array(text)),
  account: v.exactOptional(
    v.pipe(v.nullable(text), v.description("Its number, as the file has it")),
  ),
  bank: v.exactOptional(v.nullable(text)),
  captions: v.exactOptional(v.array(text)),
  sample: v.exactOptional(v.pipe(v.array(v.array(text)), v.description("The first five rows"))),
});
