import { USUAL_CATEGORIES } from "../../domain/ledger/categories.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";

/** Adds the most common categories, one after the other. */
export async function addUsualCategories(): Promise<void> {
  try {
    for (const [type, names] of Object.entries(USUAL_CATEGORIES)) {
      for (const name of names) await send("POST", "/api/categories", { name, type });
    }
    // Without Undo, which would remove only the last one.
    showToast("success", "Categories added", null);
  } catch (failure) {
    toastError("Operation failed")(failure);
  }
}
