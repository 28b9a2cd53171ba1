import type { Permission } from "../../domain/roles.ts";
import { useHash, useKeys } from "../browser/keys.ts";

/** Runs the function that adds a record, on the key n and at the hash `#new`. */
export function useAddKeys(add: () => void, needs: Permission = "enter books"): void {
  useHash({ new: add }, needs);
  useKeys({ n: add }, needs);
}
