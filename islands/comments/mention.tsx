import { useCombobox } from "downshift";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Colleague, OWNERS, toHandles } from "../../domain/comments/threads.ts";
import { nameKey } from "../../domain/names.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { readSession } from "../browser/session.ts";
import { Icon } from "../ui/Icon.tsx";

interface Args {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  people: Colleague[];
  change(text: string): void;
}

interface Suggestion {
  handle: string;
  name: string;
  note: string;
}

export type Mention = ReturnType<typeof useMention>;

/** Suggests people while the user types a word after @. */
export function useMention({ field, text, people, change }: Args) {
  const [caret, setCaret] = useState(-1);
  const typed =
    caret < 0 ? undefined : /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}]*)$/u.exec(text.slice(0, caret))?.[1];
  const items = typed === undefined ? [] : findSuggestions(people, typed);
  const isOpen = items.length > 0;
  const follow = () => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    setCaret(selectionStart !== undefined && selectionStart === selectionEnd ? selectionStart : -1);
  };
  const insert = (from: number, word: string) => {
    const next = `${text.slice(0, from)}${word}${text.slice(Math.max(caret, from))}`;
    change(next);
    const at = from + word.length;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
      follow();
    });
  };
  const combo = useCombobox<Suggestion>({
    items,
    isOpen,
    inputValue: text,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: (item) => item?.name ?? "",
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: null }
        : changes,
    onStateChange: ({ type, selectedItem }) => {
      const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
      if (type === InputBlur || type === InputKeyDownEscape) setCaret(-1);
      else if (selectedItem) insert(caret - (typed ?? "").length, `${selectedItem.handle} `);
    },
  });
  const begin = () => {
    const at = field.current?.selectionStart ?? text.length;
    insert(at, /\S$/.test(text.slice(0, at)) ? " @" : "@");
  };
  return { combo, items, isOpen, follow, begin };
}

/** Returns the matching members except the user, and then all owners. */
function findSuggestions(people: Colleague[], typed: string): Suggestion[] {
  const key = nameKey(typed);
  const handles = toHandles(people);
  const owners = people.filter(({ role }) => role === "owner").map(({ name }) => name);
  const all = [
    ...people
      .filter(({ _id }) => _id !== readSession()?.user._id)
      .map(({ _id, name, role }) => ({
        handle: handles.get(_id) ?? name,
        name,
        note: ROLE_NAMES[role].toLowerCase(),
      })),
    { handle: OWNERS, name: "All owners", note: owners.join(", ") },
  ];
  return all.filter(({ handle, name }) =>
    [handle, ...name.split(" ")].some((word) => nameKey(word).startsWith(key)),
  );
}

/** The list of suggestions below the field, in the top layer. */
export function MentionList({ mention: { combo, items, isOpen } }: { mention: Mention }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!isOpen || !element) return;
    element.showPopover({ source: element.parentElement ?? element });
    return () => element.hidePopover();
  }, [isOpen]);
  return (
    <ul
      {...combo.getMenuProps(
        { ref: list, "aria-label": "People", "aria-labelledby": undefined },
        { suppressRefError: true },
      )}
      className="pop combo-list opts scroll-y"
      popover="manual"
    >
      {isOpen &&
        items.map((item, index) => (
          <li
            key={item.handle}
            {...combo.getItemProps({
              item,
              index,
              "aria-selected": index === combo.highlightedIndex,
            })}
            className="opt"
          >
            {item.handle === OWNERS && <Icon name="users" />}
            <span className="grow min-0 truncate">{item.name}</span>
            <span className="small muted truncate">{item.note}</span>
          </li>
        ))}
    </ul>
  );
}
