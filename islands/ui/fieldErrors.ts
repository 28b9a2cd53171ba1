import { useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { type FieldError, toFieldErrors } from "../../domain/refusal.ts";

/** Error messages by the path of their field in the API input: `items.0.rate`. */
export type Sentences = Record<string, string>;

/** Returns the schema's errors, or undefined if the input is valid. */
export function findErrors(schema: v.GenericSchema, input: unknown): Sentences | undefined {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  return result.success ? undefined : mapByPath(toFieldErrors(result.issues));
}

export const mapByPath = (errors: FieldError[]): Sentences =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]));

/** Converts TanStack's name of a field, `items[0].rate`, to the API's. */
export const apiPath = (name: string) => name.replace(/\[(\d+)\]/g, ".$1");

/**
 * Tracks the fields that were changed and left, and the server's errors for them. A field of a line is
 * identified by the line's key, so its errors move with the line.
 */
export function useFieldErrors(form: { state: { values: object } }) {
  const [left, setLeft] = useState<Record<string, true>>({});
  const [refused, setRefused] = useState<Sentences>({});
  const changed = useRef(new Set<string>());
  // Stable functions, so that lines are not redrawn.
  const notes = useMemo(
    () => ({
      change(path: string): void {
        const id = fieldId(path, form.state.values);
        changed.current.add(id);
        setRefused((refused) => {
          const { [id]: now, ...others } = refused;
          return now === undefined ? refused : others;
        });
      },
      leave(path: string): void {
        const id = fieldId(path, form.state.values);
        if (changed.current.has(id)) setLeft((left) => (left[id] ? left : { ...left, [id]: true }));
      },
      refuse(messages: Sentences): void {
        const byLine = Object.entries(messages).map(([path, text]) => [
          fieldId(path, form.state.values),
          text,
        ]);
        setRefused(Object.fromEntries(byLine));
      },
      clear(): void {
        changed.current.clear();
        setLeft({});
        setRefused({});
      },
    }),
    [form],
  );
  const hasRefused = Object.keys(refused).length > 0;
  /**
   * Returns the error to show at a field. `wrong` holds the schema's errors; for a field that was not left
   * yet, they show after sending.
   */
  const errorAt = (path: string, wrong: Sentences | undefined, wasSent: boolean) => {
    const sentence = wrong?.[path];
    // Fast path: there may be a thousand fields, and most are valid.
    if (!sentence && !hasRefused) return undefined;
    const id = fieldId(path, form.state.values);
    return refused[id] ?? (wasSent || left[id] ? sentence : undefined);
  };
  return { ...notes, errorAt };
}

/** Returns the id of a field by its line's key: `items.0.rate` is `7f3a.rate`. */
function fieldId(path: string, values: object): string {
  const [, list = "", index = "", cell] = /^(\w+)\.(\d+)\.(.+)$/.exec(path) ?? [];
  const lines = (values as Record<string, { key: string }[] | undefined>)[list];
  const line = lines?.[Number(index)];
  return line ? `${line.key}.${cell}` : path;
}
