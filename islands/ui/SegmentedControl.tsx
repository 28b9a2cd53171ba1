interface Props<Name extends string> {
  label: string;
  choices: readonly (readonly [Name, string])[];
  chosen: Name | undefined;
  onChoose(name: Name): void;
  isClosed?: boolean;
  className?: string;
}

/** A row of buttons, one of them pressed. */
export function SegmentedControl<Name extends string>(props: Props<Name>) {
  const { label, choices, chosen, onChoose, isClosed, className = "" } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div className={`seg ${className}`.trim()} role="group" aria-label={label}>
      {choices.map(([name, text]) => (
        <button
          className="no-line round-6 pointer nowrap strong"
          key={name}
          type="button"
          disabled={isClosed}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
