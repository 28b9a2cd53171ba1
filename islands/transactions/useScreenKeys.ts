import { useKeys } from "../browser/keys.ts";
import { useHash } from "../browser/useHash.ts";
import type { OpenDialog } from "./dialogs.ts";

/** What the keys of the transactions screen do, and what a link to it may ask for. */
export function useScreenKeys(onOpen: (dialog: OpenDialog) => unknown): void {
  const openers = {
    entry: () => void onOpen({ name: "entry" }),
    transfer: () => void onOpen({ name: "transfer" }),
    import: () => void onOpen({ name: "import" }),
  };
  useHash({ new: openers.entry, transfer: openers.transfer, import: openers.import });
  useKeys({ n: openers.entry, t: openers.transfer });
}
