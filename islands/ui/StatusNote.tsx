import { Icon, type IconName } from "./Icon.tsx";

/** What stands above a document as long as it is so. */
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
