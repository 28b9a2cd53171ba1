import type { ComponentType } from "react";
import type { DialogProps, OpenDialog } from "./dialogs.ts";

/** Loads a form on demand, so that the list need not wait for it. @throws if the network is down */
export async function loadDialog(name: OpenDialog["name"]): Promise<ComponentType<DialogProps>> {
  const loaders = {
    entry: () => import("./EntryDialog.tsx").then((module) => module.EntryDialog),
    transfer: () => import("./TransferDialog.tsx").then((module) => module.TransferDialog),
    import: () => import("./ImportDialog.tsx").then((module) => module.ImportDialog),
    categorise: () => import("./Categorise.tsx").then((module) => module.Categorise),
  };
  return loaders[name]();
}
