interface Props {
  name: string;
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

export const Checkbox = ({ name, label, isOn, onChange }: Props) => (
  <label className="tick">
    <input
      type="checkbox"
      name={name}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
);
