import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { addDays, formatDate, isCalendarDate, today } from "../../domain/dates.ts";
import { addMonths, readTypedDate } from "../../domain/typedDates.ts";
import { closedNote, useClosedTo } from "../browser/lock.ts";
import { IconButton } from "./Button.tsx";
import { type FormField, TextField } from "./Field.tsx";
import { layOutWarning } from "./Warning.tsx";

interface Props {
  label: string;
  field: FormField;
  required?: boolean;
  /** Reports a new date on blur or Enter, not on every key. */
  isLazy?: boolean;
  help?: ReactNode;
  /** Shown if there is no date. */
  blank?: string;
  /** Whether the date is for an entry in the books. The calendar then starts after the closed period. */
  isBooked?: boolean;
}

const UNREAD = "Enter a date, such as 21/11 or 21 Nov 2026";

/**
 * A date field that shows `21 Nov 2026` and accepts the short forms in domain/typedDates.ts. Its value is
 * `YYYY-MM-DD`, or the typed text if that is not a date. Touch screens get the browser's own picker.
 */
export function DateField(props: Props) {
  const { label, field, required = false, isLazy = false, blank, isBooked = false } = props;
  const [typed, setTyped] = useState<string>();
  const isTouch = useTouch();
  const picker = useRef<HTMLInputElement>(null);
  const isRead = isCalendarDate(field.value);
  const closed = useClosedTo();
  const min = isBooked && closed ? addDays(closed, 1) : undefined;
  const isTooEarly = isRead && min !== undefined && field.value < min;
  const help = isTooEarly ? layOutWarning(closedNote()) : props.help;
  if (isTouch) {
    return (
      <TextField
        label={label}
        field={field}
        help={help}
        required={required}
        min={min}
        type="date"
      />
    );
  }

  const shown = typed ?? (isRead ? formatDate(field.value) : field.value);
  const changeDate = (text: string) => field.change(text && (readTypedDate(text, today()) ?? text));
  const settle = () => {
    if (typed !== undefined) changeDate(typed);
    setTyped(undefined);
  };
  const step = (date: string) => {
    setTyped(undefined);
    field.change(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") settle();
    const by = isRead && !event.altKey && STEPS[event.key];
    if (by) {
      event.preventDefault();
      step(by(field.value));
    }
    if (event.key === "ArrowDown" && event.altKey) picker.current?.showPicker();
  };
  const isUnread = field.value !== "" && !isRead && typed === undefined;
  const meant =
    typed && typed !== shownDate(field.value) ? readTypedDate(typed, today()) : undefined;
  return (
    <TextField
      label={label}
      required={required}
      autoComplete="off"
      className="pl"
      placeholder={blank}
      help={meant ? `= ${formatDate(meant)}` : help}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target.select()}
      field={{
        ...field,
        value: shown,
        error: isUnread ? UNREAD : field.error,
        change: (text) => {
          setTyped(text);
          if (!isLazy) changeDate(text);
        },
        blur: () => {
          settle();
          field.blur();
        },
      }}
      end={
        <PickerButton
          min={min}
          picker={picker}
          isClosed={field.isClosed}
          value={isRead ? field.value : ""}
          onPick={step}
        />
      }
    />
  );
}

const STEPS: Record<string, (date: string) => string> = {
  ArrowUp: (date) => addDays(date, 1),
  ArrowDown: (date) => addDays(date, -1),
  PageUp: (date) => addMonths(date, 1),
  PageDown: (date) => addMonths(date, -1),
};

const shownDate = (value: string) => (isCalendarDate(value) ? formatDate(value) : value);

interface PickerProps {
  value: string;
  min: string | undefined;
  isClosed: boolean | undefined;
  picker: React.RefObject<HTMLInputElement | null>;
  onPick(date: string): void;
}

/** A button that opens the browser's calendar. */
function PickerButton({ value, min, isClosed, picker, onPick }: PickerProps) {
  const id = useId();
  return (
    <>
      <input
        ref={picker}
        className="picker"
        id={id}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        onChange={(event) => event.target.value && onPick(event.target.value)}
      />
      <IconButton
        icon="calendar"
        label="Open calendar"
        className="peek"
        tabIndex={-1}
        disabled={isClosed}
        onClick={() => picker.current?.showPicker()}
      />
    </>
  );
}

function useTouch(): boolean {
  const [isTouch, setTouch] = useState(false);
  useEffect(() => setTouch(matchMedia("(pointer: coarse)").matches), []);
  return isTouch;
}
