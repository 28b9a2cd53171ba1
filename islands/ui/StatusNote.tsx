import { Icon, type IconName } from "./Icon.tsx";

/** A notice above a document while a condition holds. */
export function StatusNote({ icon, sentences }: { icon: IconName; sentences: string[] }) {
  return (
    <div className="attn standing" role="note">
      <Icon name={icon} />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
