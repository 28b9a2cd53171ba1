import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { Icon } from "../ui/Icon.tsx";
import { markMatch } from "../ui/markMatch.tsx";
import { type Choice, staticChoices, useSearch } from "./choices.ts";

/** The command palette: screens, common actions, and search for accounts, categories and entries. */
export function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const fixed = useMemo(staticChoices, []);
  const found = useSearch(text);
  const choices = [...fixed.filter((choice) => matches(choice, text)), ...found.choices];
  const current = choices[Math.min(at, choices.length - 1)];

  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    if (current)
      document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step)
      setAt(
        (Math.min(at, choices.length - 1) + step + choices.length) % Math.max(1, choices.length),
      );
    else if (event.key === "Enter") run(current);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="modal palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <input
        className="palette-in p-12-16 no-line line-below bare text-16 ink"
        role="combobox"
        aria-label="Search or type a command"
        placeholder="Go to a screen or find an entry, account or amount"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current && `${id}-${current.id}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Options
        id={id}
        choices={choices}
        current={current}
        text={text}
        isLooking={found.isLooking}
        onPoint={(choice) => setAt(choices.indexOf(choice))}
        onRun={run}
      />
    </dialog>
  );
}

interface OptionsProps {
  id: string;
  choices: Choice[];
  current: Choice | undefined;
  text: string;
  isLooking: boolean;
  onPoint(choice: Choice): void;
  onRun(choice: Choice): void;
}

function Options({ id, choices, current, text, isLooking, onPoint, onRun }: OptionsProps) {
  return (
    <div
      className="opts palette-list scroll-y text-13"
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
    >
      {groupChoices(choices).map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
        <div key={group} role="group" aria-label={group}>
          <div className="opts-label text-11 strong muted" aria-hidden="true">
            {group}
          </div>
          {members.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's.
            <div
              key={choice.id}
              id={`${id}-${choice.id}`}
              className="opt"
              role="option"
              tabIndex={-1}
              aria-selected={choice === current}
              onClick={() => onRun(choice)}
              onPointerMove={() => choice !== current && onPoint(choice)}
            >
              <Icon name={choice.icon} />
              <span className="truncate">{markMatch(choice.label, text)}</span>
              {choice.note && (
                <span className="num flex gap-4 spring end muted">{choice.note}</span>
              )}
            </div>
          ))}
        </div>
      ))}
      {choices.length === 0 && (
        <p className="help p-16 text-mid" role="status">
          {isLooking ? "Looking..." : `Nothing found for “${text}”`}
        </p>
      )}
    </div>
  );
}

function matches({ label, words = "" }: Choice, text: string): boolean {
  const name = `${label} ${words}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** Groups are in the order of their first members. */
function groupChoices(choices: Choice[]): [string, Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices)
    groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}
