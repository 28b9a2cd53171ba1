import { useCombobox } from "downshift";
import { type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./Button.tsx";
import { Field, type FormField, isUnknown, type Source } from "./Field.tsx";
import {
  type ComboOption,
  type FoundOption,
  findNamed,
  findOptions,
  SHOWN_OPTIONS,
} from "./findOptions.ts";
import { Icon, Key } from "./Icon.tsx";
import { markMatch } from "./markMatch.tsx";
import { NotLoaded } from "./states.tsx";

export interface ComboProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "required" | "name" | "value"> {
  label: string;
  field: FormField;
  help?: ReactNode;
  required?: boolean;
  options: readonly ComboOption[];
  /** The kind of record, such as `a client`. */
  kind: string;
  placeholder?: string;
  /** The request that loads the options. */
  source?: Source | undefined;
  /** Creates a record with this name and chooses it. */
  onCreate?: (name: string) => void;
}

/** The last row of the list. */
const CREATE: FoundOption = { value: "+", text: "", group: "" };

/**
 * A field that searches records by name and facts, and creates new ones. It opens on typing, ↓ or a click.
 * Enter and Tab take the marked row; Escape closes the list and keeps the text.
 */
export function ComboField(props: ComboProps) {
  const { label, field, help, required, options, kind, source, onCreate, ...input } = props;
  const { combo, items, typed, more, isUnmatched, change, leave, create } = useOptions(props);
  const list = useList(combo.isOpen);
  const unmatched = `Choose ${kind} from the list${onCreate ? `, or add “${typed}”` : ""}`;
  const error = field.error && isUnmatched ? unmatched : field.error;
  const hasFailed = isUnknown(source) && source?.failure !== undefined;
  const note =
    hasFailed && source ? (
      <NotLoaded text="Could not load" onRetry={source.reload} />
    ) : (
      (isUnmatched && unmatched) || help
    );
  const isEmpty = options.length === 0 && onCreate && !isUnknown(source);
  const placeholder = isEmpty
    ? "Type a name to add one"
    : isUnknown(source) && !hasFailed
      ? "Loading..."
      : input.placeholder;
  const { id = "", ...inputProps } = combo.getInputProps({
    ...input,
    name: field.name,
    disabled: field.isClosed,
    className: "input pl",
    autoComplete: "off",
    spellCheck: false,
    "aria-required": required,
    "aria-invalid": error !== undefined,
    onChange: ({ currentTarget }) => change(currentTarget.value),
    onFocus: ({ currentTarget }) => currentTarget.select(),
    onBlur: leave,
    onKeyDown: (event) => {
      if (event.key === "Escape" && combo.isOpen) event.preventDefault(); // Keeps the dialog open.
      if (!event.altKey || event.code !== "KeyN" || !onCreate) return;
      event.preventDefault();
      event.stopPropagation();
      create();
    },
  });
  return (
    <Field id={id} label={label} required={required} error={error} help={note}>
      <div className="with-icon">
        <input
          {...inputProps}
          id={id}
          placeholder={placeholder}
          aria-labelledby={undefined}
          aria-describedby={error || note ? `${id}-note` : undefined}
        />
        <IconButton
          {...combo.getToggleButtonProps({ disabled: field.isClosed })}
          icon="chevron-down"
          className="peek"
          label="Show choices"
        />
        <ul
          {...combo.getMenuProps(
            { ref: list, "aria-label": "Choices", "aria-labelledby": undefined },
            { suppressRefError: true },
          )}
          className="pop combo-list opts scroll-y"
          popover="manual"
        >
          {combo.isOpen &&
            items.map((option, index) => (
              <Row
                key={option.value}
                option={option}
                group={option.group === items[index - 1]?.group ? "" : option.group}
                typed={typed}
                kind={kind}
                more={more}
                props={combo.getItemProps({
                  item: option,
                  index,
                  "aria-selected": index === combo.highlightedIndex,
                })}
              />
            ))}
          {combo.isOpen && items.length === 0 && (
            <li className="help p-8" role="presentation">
              {isUnknown(source) ? "Loading..." : `Nothing found for “${typed}”`}
            </li>
          )}
        </ul>
      </div>
    </Field>
  );
}

/** Finds the options for the typed text, and takes one of them. */
function useOptions({ field, options, source, onCreate }: ComboProps) {
  const [text, setText] = useState("");
  const chosen = options.find(({ value }) => value === field.value);
  const typed = chosen ? "" : text.trim();
  const found = findOptions(options, typed);
  const shown = found.slice(0, SHOWN_OPTIONS);
  const items = onCreate ? [...shown, CREATE] : shown;
  const create = () => onCreate?.(typed);
  const take = (option: ComboOption) => {
    if (option === CREATE) return create();
    setText("");
    field.change(option.value);
  };
  const combo = useCombobox<FoundOption>({
    items,
    selectedItem: null,
    inputValue: chosen?.text ?? text,
    isItemDisabled: ({ isDisabled = false }) => isDisabled,
    itemToString: (item) => item?.text ?? "",
    defaultHighlightedIndex: typed ? 0 : -1,
    stateReducer: (state, { type, changes }) => {
      const { InputChange, InputKeyDownEscape, InputBlur } = useCombobox.stateChangeTypes;
      if (type === InputChange)
        return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
      // Downshift empties the field on Escape.
      if (type === InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
      // Leaving the field takes a record, but does not create one.
      const isNew = type === InputBlur && changes.selectedItem === CREATE;
      return isNew ? { ...changes, selectedItem: null } : changes;
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && take(selectedItem),
  });
  return {
    combo,
    items,
    typed,
    /** The number of options that match but are not shown. */
    more: found.length - shown.length,
    isUnmatched: typed !== "" && !combo.isOpen && !isUnknown(source),
    create,
    change: (value: string) => {
      setText(value);
      if (field.value !== "") field.change("");
    },
    leave: () => {
      const named = typed ? findNamed(options, typed) : undefined;
      if (named) take(named);
      field.blur();
    },
  };
}

/** Shows the list in the top layer, below its field, so that no dialog cuts it off. */
function useList(isOpen: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!isOpen || !element) return;
    element.showPopover({ source: element.parentElement ?? element });
    return () => element.hidePopover();
  }, [isOpen]);
  return list;
}

interface RowProps {
  option: FoundOption;
  /** The heading above, if it differs from that of the row before. */
  group: string;
  typed: string;
  kind: string;
  more: number;
  props: object;
}

function Row({ option, group, typed, kind, more, props }: RowProps) {
  if (option === CREATE)
    return (
      <>
        {more > 0 && (
          <li className="opts-label text-11 muted" role="presentation">
            {`${more} more; type to find them`}
          </li>
        )}
        <li {...props} className="opt line-above">
          <Icon name="plus" />
          <span className="truncate">{typed ? `Add “${typed}” as ${kind}` : `Add ${kind}…`}</span>
          <Key name="Alt N" />
        </li>
      </>
    );
  const facts = option.facts?.filter(({ text, isHidden }) => text && !isHidden) ?? [];
  return (
    <>
      {group && (
        <li className="opts-label text-11 strong muted" role="presentation">
          {group}
        </li>
      )}
      <li {...props} className="opt">
        <span className="grow min-0">
          <span className="block truncate">{markMatch(option.text, typed)}</span>
          {facts.length > 0 && (
            <span className="block truncate small muted num">
              {markMatch(facts.map(({ text }) => text).join(" · "), typed)}
            </span>
          )}
        </span>
        {option.figure && (
          <span className="end small muted">
            <span className="block">{option.figure.amount}</span>
            {option.figure.note}
          </span>
        )}
      </li>
    </>
  );
}
