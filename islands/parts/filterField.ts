import { changeSearch } from "../browser/search.ts";
import type { FormField } from "./Field.tsx";

/** A field of a list's filter: what it holds is in the address, at once. */
export const filterField = (name: string, value = ""): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeSearch({ [name]: text }),
  blur: () => {},
});
