import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { KeysDialog } from "./KeysDialog.tsx";
import { Palette } from "./Palette.tsx";

// What opens over any page: the command palette and the list of keys.

let root: Root | undefined;

export function openOver(name: "palette" | "keys"): void {
  if (!root) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  // A new key each time: it is opened anew, with nothing left of the last time.
  root.render(<Over key={performance.now()} name={name} />);
}

function Over({ name }: { name: "palette" | "keys" }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return name === "palette" ? <Palette onClose={close} /> : <KeysDialog onClose={close} />;
}
