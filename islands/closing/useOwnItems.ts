import type { CloseItem } from "../../domain/closing/closing.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import { failureText, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import { toOwnId } from "./steps.ts";

/** Ticks items of a month, opens them again, and draws the dialog of a count. */
export function useOwnItems(month: string, onChanged: () => void) {
  const date = toLastOfMonth(month);
  const dialog = useLazyDialog((_: CloseItem) =>
    import("./CountForm.tsx").then((m) => m.CountForm),
  );
  const post = async (item: CloseItem, verb: "mark" | "unmark") => {
    try {
      await send("POST", `/api/close-items/${toOwnId(item)}/${verb}`, { date });
      onChanged();
      showToast("success", verb === "mark" ? `${item.title} ticked` : `${item.title} opened again`);
    } catch (failure) {
      showToast("error", failureText(failure, "Could not save the item"));
    }
  };
  return {
    act: (item: CloseItem) => {
      if (item.key.startsWith("count:")) dialog.open(item);
      else void post(item, "mark");
    },
    reopen: (item: CloseItem) => void post(item, "unmark"),
    dialog,
  };
}

export type OwnItems = ReturnType<typeof useOwnItems>;
