import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { NewInvoice } from "../../domain/invoiceInput.ts";
import { Failure } from "../browser/api.ts";
import type { FormField } from "../parts/Field.tsx";
import { errorsIn, focusOn, without } from "../parts/useFields.ts";
import { byCell, useRows } from "./useRows.ts";
import { bodyOf, type HeadName, type Row, settled, type Values } from "./values.ts";

export type CellErrors = Partial<Record<string, string>>;

interface Options {
  start(): Values;
  /** Of lines that are added. */
  taxPct: number;
  save(body: ReturnType<typeof bodyOf>): Promise<void>;
  onFailure(failure: unknown): void;
  /** Nothing was sent, because of the items as a whole. */
  onNoItems(sentence: string): void;
}

/**
 * An invoice as it is being written. Errors show as on every form, on leaving a field that was changed and
 * on saving, and go as soon as it is right; what the server refuses stands by its path (`items.0.rate`).
 */
export function useInvoiceForm({ start, taxPct, save, onFailure, onNoItems }: Options) {
  const [first] = useState(start);
  const [values, setValues] = useState(first);
  const [left, setLeft] = useState<Record<string, true>>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { form, focus } = useFocus();
  const wrong = useMemo(() => errorsIn(NewInvoice, bodyOf(values)), [values]);
  const errors = useMemo(() => byCell(wrong, values.rows), [wrong]);

  const forgive = useCallback((id: string) => {
    setRefused((refused) => (id in refused ? without(refused, [id]) : refused));
  }, []);
  const rows = useRows(setValues, forgive, taxPct);
  const change = (name: HeadName, text: string) => {
    forgive(name);
    setValues((values) => ({ ...values, [name]: text }));
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setSent(true);
    setRefused({});
    if (wrong.items) onNoItems(wrong.items);
    if (Object.keys(wrong).length > 0) return focus(firstOf(wrong, form.current));

    setBusy(true);
    try {
      await save(bodyOf(values));
    } catch (failure) {
      setBusy(false);
      const told = failure instanceof Failure ? failure.errors : [];
      const paths = Object.fromEntries(told.map(({ path, message }) => [path, message]));
      setRefused(byCell(paths, values.rows));
      onFailure(failure);
      focus(firstOf(paths, form.current));
    }
  }

  const field = (name: HeadName): FormField => ({
    name,
    value: values[name],
    error: refused[name] ?? (wasSent || left[name] ? errors[name] : undefined),
    change: (text) => change(name, text),
    blur: () => {
      if (name === "roundOff") change(name, settled(name, values.roundOff));
      if (values[name] !== first[name]) setLeft((left) => ({ ...left, [name]: true }));
    },
  });
  /** What is wrong with the lines, where it is time to say so. */
  const told: Record<string, Record<string, string>> = {};
  for (const [id, message] of Object.entries({ ...errors, ...refused })) {
    const [key = "", cell = ""] = id.split(".");
    if (refused[id] || wasSent || rows.touched[id]) told[key] = { ...told[key], [cell]: message };
  }
  const errorsOfRow = ({ key }: Row): CellErrors => told[key] ?? NO_ERRORS;
  const isDirty = values !== first;
  return { form, focus, values, isDirty, isBusy, field, change, errorsOfRow, rows, submit };
}

/** The same object every time, so that a line without errors need not be drawn again. */
const NO_ERRORS: CellErrors = {};

/** Focuses a field by its name, at once or as soon as it is drawn. */
function useFocus() {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current) focusOn(form.current, wanted.current);
    wanted.current = undefined;
  });
  const focus = useCallback((name: string | undefined) => {
    wanted.current = name;
    if (name) focusOn(form.current, name);
  }, []);
  return { form, focus };
}

/** The first field, from the top, that something is wrong with. */
function firstOf(wrong: Record<string, string>, form: HTMLFormElement | null): string | undefined {
  const names = [...(form?.elements ?? [])].map((element) => element.getAttribute("name") ?? "");
  return names.find((name) => name in wrong);
}
