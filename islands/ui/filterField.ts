import { changeUrlQuery } from "../browser/urlQuery.ts";
import type { FormField } from "./Field.tsx";

/** A field of a list's filter: what it holds is in the address, at once. */
export const filterField = (name: string, value = ""): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeUrlQuery({ [name]: text }),
  blur: () => {},
});
