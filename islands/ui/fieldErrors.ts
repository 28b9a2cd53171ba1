import { useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { type FieldError, toFieldErrors } from "../../domain/refusal.ts";

/** Sentences by the paths, in what the API takes, of the fields that they are about: `items.0.rate`. */
export type Sentences = Record<string, string>;

/** What the schema has against it; undefined for nothing. */
export function findErrors(schema: v.GenericSchema, input: unknown): Sentences | undefined {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  return result.success ? undefined : mapByPath(toFieldErrors(result.issues));
}

export const mapByPath = (errors: FieldError[]): Sentences =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]));

/** As the API calls a field that TanStack calls `items[0].rate`. */
export const apiPath = (name: string) => name.replace(/\[(\d+)\]/g, ".$1");

/**
 * Which fields have been changed, and left, and what the server has refused of them. A field of a line is
 * known by the key of its line, and so goes with it when that is moved.
 */
export function useFieldErrors(readValues: () => object) {
  const [left, setLeft] = useState<Record<string, true>>({});
  const [refused, setRefused] = useState<Sentences>({});
  const changed = useRef(new Set<string>());
  // Functions that stay the same, for lines that are not drawn again.
  const notes = useMemo(
    () => ({
      change(path: string): void {
        const id = fieldId(path, readValues());
        changed.current.add(id);
        setRefused((refused) => {
          const { [id]: now, ...others } = refused;
          return now === undefined ? refused : others;
        });
      },
      leave(path: string): void {
        const id = fieldId(path, readValues());
        if (changed.current.has(id)) setLeft((left) => (left[id] ? left : { ...left, [id]: true }));
      },
      refuse(told: Sentences): void {
        const byLine = Object.entries(told).map(([path, text]) => [
          fieldId(path, readValues()),
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
    [],
  );
  const hasRefused = Object.keys(refused).length > 0;
  /**
   * What is to be said of a field. `wrong`: what the schema says; of a field that was not left, once it was
   * sent.
   */
  const errorAt = (path: string, wrong: Sentences | undefined, wasSent: boolean) => {
    const sentence = wrong?.[path];
    // As a rule nothing is wrong with a field, and there may be a thousand.
    if (!sentence && !hasRefused) return undefined;
    const id = fieldId(path, readValues());
    return refused[id] ?? (wasSent || left[id] ? sentence : undefined);
  };
  return { ...notes, errorAt };
}

/** A field by its line, which has a key: `items.0.rate` is `7f3a.rate`. */
function fieldId(path: string, values: object): string {
  const [, list = "", index = "", cell] = /^(\w+)\.(\d+)\.(.+)$/.exec(path) ?? [];
  const lines = (values as Record<string, { key: string }[] | undefined>)[list];
  const line = lines?.[Number(index)];
  return line ? `${line.key}.${cell}` : path;
}
