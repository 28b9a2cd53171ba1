import { Button, LinkButton } from "./Button.tsx";
import { Icon, Key } from "./Icon.tsx";

interface Props {
  title: string;
  /** What the button for one more says. */
  add: string;
  /** The page that makes one more, or what opens the dialog for it. */
  onAdd: string | (() => void);
}

/** The head of a list's page: its title, and the way to one more. */
export function ListHead({ title, add, onAdd }: Props) {
  const content = (
    <>
      <Icon name="plus" />
      {add}
      <Key name="N" />
    </>
  );
  return (
    <div className="page-head">
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      <div className="actions">
        {typeof onAdd === "string" ? (
          <LinkButton look="primary" label={content} href={onAdd} aria-keyshortcuts="n" />
        ) : (
          <Button look="primary" label={content} aria-keyshortcuts="n" onClick={onAdd} />
        )}
      </div>
    </div>
  );
}
