import * as v from "valibot";
import type { FieldError } from "../../domain/refusal.ts";
import { shapeOf, text } from "./shapes.ts";

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
  errors: v.exactOptional(v.array(fieldError)),
});
