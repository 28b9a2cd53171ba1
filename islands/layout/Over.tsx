import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Modal } from "../ui/Modal.tsx";
import { Notifications } from "./Notifications.tsx";
import { Palette } from "./Palette.tsx";

// Opens over any page: the command palette, the list of shortcuts and the notifications.

type OverName = "keys" | "notifications" | "palette";

let root: Root | undefined;

export function openOver(name: OverName): void {
  if (!root) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  // A new key each time, so that it opens without earlier state.
  root.render(<Over key={performance.now()} name={name} />);
}

function Over({ name }: { name: OverName }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  if (name === "notifications") return <Notifications onClose={close} />;
  return name === "palette" ? <Palette onClose={close} /> : <KeysDialog onClose={close} />;
}

const KEYS: Record<string, [key: string, meaning: string][]> = {
  Anywhere: [
    ["Ctrl K", "Search and commands"],
    ["g d", "Dashboard"],
    ["g t", "Transactions"],
    ["g b", "Banking"],
    ["g r", "Receipts"],
    ["g i", "Invoices"],
    ["g c", "Clients"],
    ["g p", "Bills"],
    ["g v", "Vendors"],
    ["g x", "GST"],
    ["g m", "Master Data"],
    ["g l", "Locks"],
    ["g u", "Notifications"],
    ["g o", "Close month"],
    ["g 1", "First saved view, up to g 9"],
    ["Ctrl Z", "Undo your last action"],
    ["Ctrl Shift Z", "Redo"],
    ["h", "History of the record or row"],
    ["c", "Comments on the record or row"],
    ["q", "Ask an owner about the record or row"],
    ["[", "Collapse or expand the sidebar"],
    ["?", "Show this list"],
  ],
  Transactions: [
    ["n", "Add a transaction"],
    ["t", "Transfer funds"],
    ["/", "Search"],
    ["f", "Filters"],
    ["j k", "Next and previous row"],
    ["Enter", "Open the row"],
    ["x", "Delete the row"],
    ["← →", "Previous and next page"],
  ],
  Approvals: [["a", "Approve the row"]],
  Banking: [
    ["u", "Upload a statement"],
    ["j k", "Next and previous line"],
    ["Enter", "Accept and continue"],
    ["a", "Accept all confident matches"],
    ["c q", "Comments on the line, ask an owner"],
    ["l", "Close statement"],
    ["1 – 9", "Choose a suggestion"],
    ["m", "Other match"],
    ["r", "Create a rule"],
    ["n t s", "New entry, transfer, split"],
    ["x", "Reject the suggestion"],
    ["z", "Undo the last match"],
  ],
  "Several rows of a list": [
    ["v", "Select or deselect the row"],
    ["J K", "Extend the selection"],
    ["Ctrl A", "Select all on this page, from a row"],
    ["Esc", "Select none"],
  ],
  Invoices: [
    ["n", "New invoice"],
    ["/", "Search"],
    ["f", "Filters"],
    ["j k", "Next and previous row"],
    ["p", "Add a payment, on an invoice"],
    ["e", "Edit, on an invoice"],
  ],
  Advances: [["n", "Record an advance"]],
  Bills: [
    ["n", "New bill"],
    ["j k", "Next and previous row"],
    ["Space", "Select the row"],
    ["p", "Pay the row or the selected rows"],
    ["Enter", "Open the row"],
    ["e", "Edit, on a bill"],
  ],
  Reports: [
    ["← →", "Previous and next period"],
    ["p", "Download the PDF"],
    ["n", "New journal, in Journals"],
    ["e", "Edit, on a journal"],
  ],
  GST: [
    ["← →", "Previous and next month"],
    ["j k", "Next and previous issue"],
    ["1 – 6", "GSTR-1, HSN summary, documents issued, GSTR-2B, GSTR-3B, e-invoices"],
    ["d", "Download the portal’s file"],
  ],
  "Close month": [
    ["Enter", "Next task"],
    ["1 – 9", "Open a step"],
    ["Esc", "Back to the checklist"],
    ["← →", "Previous and next month"],
  ],
  Forms: [
    ["Enter", "Save, in a dialog"],
    ["Ctrl Enter", "Save, from anywhere in a form"],
    ["Alt Enter", "Save and add another transaction"],
    ["Alt ↑ ↓", "Move an item of an invoice"],
    ["Ctrl Backspace", "Remove an item of an invoice"],
    ["Esc", "Close"],
    ["t y +3 15/8", "Today, yesterday, in three days, 15 August"],
    ["↑ ↓", "A day earlier or later"],
    ["1200*1.18", "Calculate a sum"],
  ],
};

function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Modal title="Keyboard shortcuts" wide onClose={onClose}>
      <div className="modal-body keys">
        {Object.entries(KEYS).map(([group, keys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div className="row gap-12 min-28" key={key}>
                  <dt className="flex gap-2">
                    {key.startsWith("1200") || key.startsWith("t y") ? (
                      <code>{key}</code>
                    ) : (
                      <Keys text={key} />
                    )}
                  </dt>
                  <dd className="soft">{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="modal-foot help">
        You can turn off single-letter shortcuts in the account menu.
      </p>
    </Modal>
  );
}

const Keys = ({ text }: { text: string }) =>
  text.split(" ").map((key) => <kbd key={key}>{key}</kbd>);
