import { useForm, useStore } from "@tanstack/react-form";
import { useRef, useState } from "react";
import * as v from "valibot";
import { errorsOf } from "../../domain/refusal.ts";
import { Failure, send } from "../browser/api.ts";
import { useIdempotencyKey } from "../browser/idempotency.ts";
import type { FormField } from "./Field.tsx";

type Texts = Record<string, string>;

interface Options<Values extends Texts> {
  /** As the fields show them: everything is text. */
  values: Values;
  schema: v.GenericSchema;
  /** The fields as the API takes them: an amount is a number there. */
  read(values: Values): Record<string, unknown>;
  method: "POST" | "PUT";
  url: string;
  onSaved(answer: unknown, values: Values): void;
  /** What could not be saved, with no field to say it at. */
  onFailure(failure: unknown): void;
}

/** What a form library's field has, as far as we need it. */
interface LibraryField {
  name: string;
  state: { value: string; meta: { errors: unknown[]; isBlurred: boolean; isDirty: boolean } };
  handleChange(value: string): void;
  handleBlur(): void;
}

/**
 * A form over one thing of the books, checked by the schema that the server checks it by. Errors show on
 * leaving a field that was changed and on saving, and go as soon as it is right. What the server refuses is
 * kept here by field, for TanStack Form would drop it at the next keystroke in any other.
 */
export function useBookForm<Values extends Texts>(options: Options<Values>) {
  const { values, schema, read, method, url, onSaved, onFailure } = options;
  const [refused, setRefused] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  const idempotency = useIdempotencyKey();

  const form = useForm({
    defaultValues: values,
    validators: {
      onMount: ({ value }) => wrongFields(schema, read(value)),
      onChange: ({ value }) => wrongFields(schema, read(value)),
    },
    onSubmitInvalid: ({ value }) =>
      focusOn(element.current, wrongFields(schema, read(value))?.fields),
    onSubmit: async ({ value }) => {
      const body = read(value);
      setRefused({});
      try {
        const key = method === "POST" ? idempotency.keyFor(body) : undefined;
        const answer = await send(method, url, body, key);
        idempotency.renew();
        onSaved(answer, value);
      } catch (failure) {
        const errors = failure instanceof Failure ? failure.errors : [];
        const byField = Object.fromEntries(errors.map(({ path, message }) => [path, message]));
        setRefused(byField);
        focusOn(element.current, byField);
        onFailure(failure);
      }
    },
  });

  // A field that was left already is not drawn again by an attempt to save.
  const wasSent = useStore(form.store, ({ submissionAttempts }) => submissionAttempts > 0);

  const bind = ({ name, state, handleChange, handleBlur }: LibraryField): FormField => {
    const isTold = wasSent || (state.meta.isBlurred && state.meta.isDirty);
    const [error] = state.meta.errors.filter((error) => typeof error === "string");
    return {
      name,
      value: state.value,
      error: refused[name] ?? (isTold ? error : undefined),
      blur: handleBlur,
      change: (value) => {
        setRefused(({ [name]: _, ...others }) => others);
        handleChange(value);
      },
    };
  };
  return { form, bind, element };
}

function wrongFields(schema: v.GenericSchema, input: unknown) {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return undefined;
  const errors = errorsOf(result.issues).map(({ path, message }) => [path, message] as const);
  return { fields: Object.fromEntries(errors) };
}

/** The first field, from the top, that something is wrong with. */
function focusOn(form: HTMLFormElement | null, wrong: Record<string, unknown> = {}): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLElement && (field.getAttribute("name") ?? "") in wrong) {
      field.focus();
      return;
    }
  }
}
