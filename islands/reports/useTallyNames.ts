import { useState } from "react";
import type { TallyLedger } from "../../domain/tally/list.ts";
import type { Offer } from "../../domain/tally/offers.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useUnsaved } from "../ui/unsaved.ts";

/** A name and a group as typed; "" for the defaults. */
interface Typed {
  name: string;
  group: string;
}

/** Manages names that are typed, ticked or suggested. They are saved together. */
export function useTallyNames(onSaved: () => void) {
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [known, setKnown] = useState<TallyLedger[]>([]);
  const isUnsaved = Object.keys(typed).length > 0;
  useUnsaved(isUnsaved, false);
  return {
    typed,
    ticked,
    known,
    isUnsaved,
    type: (key: string, change: Typed) => setTyped((all) => ({ ...all, [key]: change })),
    tick: (keys: string[], isOn: boolean) =>
      setTicked((all) => {
        const others = [...all].filter((key) => !keys.includes(key));
        return new Set(isOn ? [...others, ...keys] : others);
      }),
    /** Suggests the accountant's ledgers that resemble ours, to review and save. */
    offer(ledgers: TallyLedger[], offers: Offer[]) {
      setKnown(ledgers);
      const made = offers.map(({ key, name }) => [key, { name, group: "" }] as const);
      setTyped((all) => ({ ...all, ...Object.fromEntries(made) }));
    },
    async save(): Promise<boolean> {
      const names = Object.entries(typed).map(([key, change]) => ({ key, ...change }));
      if (names.length === 0) return true;
      try {
        await send("PUT", "/api/exports/tally/names", { names });
      } catch (failure) {
        toastError("Failed to save names")(failure);
        return false;
      }
      setTyped({});
      showToast("success", "Names saved");
      onSaved();
      return true;
    },
  };
}
export type TallyNaming = ReturnType<typeof useTallyNames>;
