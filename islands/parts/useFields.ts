import { type FormEvent, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { errorsOf } from "../../domain/refusal.ts";
import { Failure } from "../browser/api.ts";
import type { FormField } from "./Field.tsx";

interface Options<Values> {
  values: Values;
  schema: v.GenericSchema;
  /** Sends what has passed the schema. Field errors that it throws are shown beside their fields. */
  submit(values: Values): Promise<void>;
  onFailure(failure: unknown): void;
  /** What follows from what was typed before the island woke up. */
  adopt?(values: Values): Values;
}

/**
 * A form of a few text fields, as the sign-in page has it (TanStack Form is 17 KB that nobody should wait
 * for there). Errors show on leaving a field that was typed in and on submit, and go as soon as it is right.
 */
export function useFields<Values extends Record<string, string>>(options: Options<Values>) {
  const [values, setValues] = useState(options.values);
  const [left, setLeft] = useState<Record<string, boolean>>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wasSentEarly, setSentEarly] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { adopt = (values: Values) => values } = options;
  const errors = { ...errorsIn(options.schema, values), ...refused };

  const change = (changes: Partial<Values>) => {
    setValues((values) => ({ ...values, ...changes }));
    setRefused((refused) => without(refused, Object.keys(changes)));
  };

  // What was typed, or filled in by a password manager, before the island woke up.
  useEffect(() => {
    const typed: Record<string, string> = {};
    for (const input of form.current?.querySelectorAll("input") ?? []) {
      if (input.value !== input.defaultValue || input.value) typed[input.name] = input.value;
    }
    setValues((values) => adopt({ ...values, ...typed }));
    setSentEarly(window.sentEarly !== undefined && window.sentEarly === form.current);
  }, []);
  useEffect(() => {
    if (wasSentEarly) form.current?.requestSubmit();
  }, [wasSentEarly]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setSent(true);
    const [wrong] = Object.keys(errorsIn(options.schema, values));
    if (wrong) return focusOn(form.current, wrong);

    setBusy(true);
    try {
      await options.submit(values);
    } catch (failure) {
      setBusy(false);
      const refusals = failure instanceof Failure ? failure.errors : [];
      setRefused(Object.fromEntries(refusals.map(({ path, message }) => [path, message])));
      options.onFailure(failure);
      if (refusals[0]) focusOn(form.current, refusals[0].path);
    }
  }

  const field = (name: keyof Values & string): FormField => ({
    name,
    value: values[name] ?? "",
    error: wasSent || left[name] || refused[name] ? errors[name] : undefined,
    change: (value) => change({ [name]: value } as Partial<Values>),
    blur: () => values[name] && setLeft((left) => ({ ...left, [name]: true })),
  });
  return { form, field, values, change, submit, isBusy };
}

/** The first thing wrong with each field, by its path in what the schema takes. */
export function errorsIn(schema: v.GenericSchema, values: unknown): Record<string, string> {
  const result = v.safeParse(schema, values, { abortPipeEarly: true });
  const errors = result.success ? [] : errorsOf(result.issues);
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

export function without(record: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

export function focusOn(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
