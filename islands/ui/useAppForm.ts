import { type DeepKeysOfType, FormApi, useStore } from "@tanstack/react-form";
import {
  type FormEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type * as v from "valibot";
import type { Permission } from "../../domain/roles.ts";
import { Failure, failureText, send } from "../browser/api.ts";
import type { FormField } from "./Field.tsx";
import { apiPath, findErrors, mapByPath, type Sentences, useFieldErrors } from "./fieldErrors.ts";
import { type DraftName, useDraft, useUnsaved } from "./unsaved.ts";
import { useIsForbidden } from "./useIsForbidden.ts";

interface Options<Values> {
  /** As the fields show them: text, except lists of lines and files. */
  values: Values;
  schema: v.GenericSchema;
  /** Converts the fields to the API's input, if that differs: an amount becomes a number. */
  read?(values: Values): unknown;
  /** Sends input that passed the schema. The key stays the same as long as the input does. */
  save(body: never, key: string, how: string): Promise<unknown>;
  /** `how` is the argument of `submit`. May return new values for a form that stays open. */
  onSaved(answer: never, values: Values, how: string): unknown;
  /** The permission that saving needs. Users without it see a notice and no save button. */
  needs?: Permission | "nothing";
  /** Shown if saving fails without a message from the server. */
  otherwise: string;
  onFailure?(failure: Failure): void;
  /**
   * For a form that creates a record: its input is stored in this browser until it is saved or discarded.
   */
  draft?: DraftName | undefined;
  /**
   * For a form rendered by the server: takes over what was typed, or filled in by a password manager,
   * before hydration, and updates dependent fields. Such a form can be left without a question.
   */
  adopt?(typed: Values): Values;
}

/** The methods of a form that do not depend on its values. */
export type AppForm = Pick<
  ReturnType<typeof useAppForm>,
  | "props"
  | "isBusy"
  | "isUnsaved"
  | "draft"
  | "failure"
  | "startAfresh"
  | "discard"
  | "needs"
  | "isClosed"
>;

const UNREACHABLE = "Could not reach the server. What you typed is still here; try again.";

/** Records for which the user has seen the warning about another user's change. */
const knownAsChanged = new WeakSet<object>();

/**
 * Creates a record, or updates it if it has an id. An update sends the version it was based on: if another
 * user has changed the record since, the first attempt warns and the second overwrites.
 */
export const saveTo =
  (url: string, thing?: object) =>
  async (body: object, key: string): Promise<unknown> => {
    if (!thing) return send("POST", url, body, key);
    const read = thing as Record<string, unknown>;
    const seen = Object.fromEntries(Object.keys(body).map((field) => [field, read[field] ?? null]));
    try {
      const change = knownAsChanged.has(thing) ? body : { ...body, seen };
      return await send("PUT", read._id ? `${url}/${read._id}` : url, change);
    } catch (failure) {
      if (!(failure instanceof Failure && failure.errors.some(({ path }) => path === "seen"))) {
        throw failure;
      }
      knownAsChanged.add(thing);
      throw new Failure(failure.status, `${failure.message}. Save again to overwrite it.`);
    }
  };

/**
 * A form validated with the server's own schema. Errors appear when a changed field is left and on saving,
 * and go once the value is right. The server's errors stay with their field until it changes; others are
 * shown at the top of the form.
 */
export function useAppForm<Values extends object>(options: Options<Values>) {
  const { otherwise, adopt } = options;
  const required = options.needs ?? "enter books";
  const needs = required === "nothing" ? undefined : required;
  const isClosed = useIsForbidden(needs);
  const draft = useDraft(options.draft, options.values);
  const [start, setStart] = useState<Values>({ ...options.values, ...draft.stored });
  const { element, failure, say, clear } = useHead();
  const idempotency = useIdempotencyKey();

  const state = useFormState(start, options, say, async (body, values, how) => {
    try {
      const answer = (await options.save(body, idempotency.keyFor(body), how)) as never;
      idempotency.renew();
      draft.drop();
      restart(((await options.onSaved(answer, values, how)) as Values | undefined) ?? values);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const refused = mapByPath(failure.errors);
      errors.refuse(refused);
      say(refused, failureText(failure, otherwise), failure.status === 0 && UNREACHABLE);
      options.onFailure?.(failure);
    }
  });
  const { form, values, isUnsaved } = state;
  const errors = useFieldErrors(form);
  const errorAt = (path: string) => errors.errorAt(path, state.wrong, state.wasSent);

  const submit = (how = "") => {
    if (form.state.isSubmitting || isClosed) return;
    clear();
    errors.refuse({});
    void form.handleSubmit(how);
  };
  /** Starts again without unsaved changes. */
  const restart = (values: Values) => {
    errors.clear();
    setStart(values);
    form.reset(values);
  };
  const { change, leave } = useFieldActions(form, errors);
  const field = (name: DeepKeysOfType<Values, string> & string): FormField => ({
    name: apiPath(name),
    value: form.getFieldValue(name as never) as unknown as string,
    error: errorAt(apiPath(name)),
    isClosed,
    change: (text) => change(name, text),
    blur: () => leave(name),
  });
  const startAfresh = () => {
    draft.discard();
    clear();
    restart(options.values);
  };

  const storeDraft = useEffectEvent((values: Values) => {
    if (form.state.isDirty) isUnsaved || draft.stored ? draft.keep(values) : draft.drop();
  });
  useEffect(() => storeDraft(values), [values]);
  useUnsaved(isUnsaved && !adopt, options.draft !== undefined);
  useFormKeys(element);
  const begin = useEffectEvent(() => {
    const adopted = adopt?.({ ...values, ...typedIn(element.current) }) ?? {};
    for (const [name, value] of Object.entries(adopted)) if (value) change(name, value);
    if (window.sentEarly !== undefined && window.sentEarly === element.current) submit();
  });
  useEffect(() => begin(), []);

  const props = {
    ref: element,
    noValidate: true,
    onSubmit: preventing(submit),
    onPointerDown: holdSubmit,
  };
  /** `draft`: the stored draft, if the form started with it. */
  const draftState = { draft: draft.stored && options.draft, discard: draft.discard, startAfresh };
  const own = { needs, isClosed, props, failure };
  return { ...state, ...draftState, ...own, field, change, leave, errorAt, submit };
}

/**
 * Connects TanStack's form with React. Its own useForm would add 6 kB to the sign-in page for features we
 * do not use.
 */
function useFormState<Values extends object>(
  start: Values,
  { schema, read = (values) => values }: Options<Values>,
  onWrong: (wrong: Sentences) => void,
  onSubmit: (body: never, values: Values, how: string) => Promise<void>,
) {
  const check = (values: Values) => findErrors(schema, read(values));
  const options = {
    defaultValues: start,
    canSubmitWhenInvalid: true,
    validators: { onChange: ({ value }: { value: Values }) => check(value) },
    onSubmitInvalid: ({ value }: { value: Values }) => onWrong(check(value) ?? {}),
    onSubmitMeta: "",
    onSubmit: ({ value, meta }: { value: Values; meta: string }) =>
      onSubmit(read(value) as never, value, meta),
  };
  const [form] = useState(() => new FormApi(options));
  useLayoutEffect(() => form.mount(), [form]);
  useLayoutEffect(() => form.update(options));
  return {
    form,
    values: useStore(form.store, (state) => state.values),
    wrong: useStore(form.store, (state) => state.errorMap.onChange),
    wasSent: useStore(form.store, (state) => state.submissionAttempts > 0),
    isBusy: useStore(form.store, (state) => state.isSubmitting),
    isUnsaved: useStore(form.store, (state) => state.isDirty && !state.isDefaultValue),
  };
}

/** Returns the functions that change and leave a field. They are stable, so that lines are not redrawn. */
function useFieldActions(
  form: { setFieldValue(name: never, value: never): void },
  { change: noteChange, leave: noteLeave }: ReturnType<typeof useFieldErrors>,
) {
  const change = useCallback(
    (name: string, value: unknown) => {
      noteChange(apiPath(name));
      form.setFieldValue(name as never, value as never);
    },
    [noteChange, form],
  );
  const leave = useCallback((name: string) => noteLeave(apiPath(name)), [noteLeave]);
  return { change, leave };
}

/** The messages at the top of a form. */
function useHead() {
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string[]>();
  /** Focuses the first invalid field. Errors that belong to no field of the form are shown at its top. */
  const focusFirstWrong = (wrong: Sentences, ...sentences: (string | false)[]) => {
    const fields = [...(element.current?.elements ?? [])] as HTMLElement[];
    const names = fields.map((field) => field.getAttribute("name") ?? "");
    const others = Object.entries(wrong).filter(([path]) => !names.includes(path));
    const isPlaced = Object.keys(wrong).length > 0;
    const messages = isPlaced ? others.map(([, sentence]) => sentence) : sentences.filter(Boolean);
    setFailure(messages.length > 0 ? (messages as string[]) : undefined);
    const first = fields[names.findIndex((name) => name in wrong)];
    first?.focus();
    // A one-time code is retyped as a whole.
    if (first instanceof HTMLInputElement && first.autocomplete === "one-time-code") first.select();
  };
  return { element, failure, say: focusFirstWrong, clear: () => setFailure(undefined) };
}

const preventing = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/**
 * Leaving a field may show two lines of an error and move the button away from under the pointer that left
 * it.
 */
function holdSubmit({ target, pointerId }: PointerEvent): void {
  if (target instanceof Element) target.closest("[type=submit]")?.setPointerCapture(pointerId);
}

const typedIn = (form: HTMLFormElement | null) =>
  Object.fromEntries(
    [...(form?.querySelectorAll("input") ?? [])].map(({ name, value }) => [name, value]),
  );

/**
 * Returns the Idempotency-Key of a form: the same for the same input, so that a second press or a retry
 * after a lost response creates nothing twice.
 */
function useIdempotencyKey() {
  const last = useRef({ body: "", key: "" });
  return {
    keyFor(input: unknown): string {
      const body = JSON.stringify(input);
      if (body !== last.current.body) last.current = { body, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** After a success, the same input means another record. */
    renew(): void {
      last.current = { body: "", key: "" };
    },
  };
}

/**
 * Handles a form's keys: Ctrl Enter saves from the form, or from anywhere if it is the only form on the
 * page or in the open dialog. Alt Enter presses the button with that key. Also focuses the form's first
 * field.
 */
function useFormKeys(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const isIdle = document.activeElement === document.body;
    // On a phone the keyboard would cover half of a form that the user has not read yet.
    if (isIdle && matchMedia("(pointer: fine)").matches) {
      element.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    const onKey = (event: KeyboardEvent) => {
      const saves = event.ctrlKey || event.metaKey;
      if (event.key !== "Enter" || event.isComposing || !(saves || event.altKey)) return;
      const dialogs = document.querySelectorAll("dialog[open]");
      const forms = (dialogs[dialogs.length - 1] ?? document).querySelectorAll("form");
      const own = event.target instanceof Element && event.target.closest("form");
      const form = own || (forms.length === 1 && forms[0]);
      if (!form || form !== element.current) return;
      event.preventDefault();
      if (saves) form.requestSubmit();
      else form.querySelector<HTMLElement>("[aria-keyshortcuts='Alt+Enter']")?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [element]);
}
