interface Props {
  label: string;
  isOn: boolean;
  isBusy?: boolean;
  onChange(isOn: boolean): void;
}

/** A switch takes effect at once; a checkbox is saved with its form. */
export const Switch = ({ label, isOn, isBusy = false, onChange }: Props) => (
  <span className="switch relative rigid">
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={isOn}
      aria-checked={isOn}
      aria-busy={isBusy}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span />
  </span>
);
