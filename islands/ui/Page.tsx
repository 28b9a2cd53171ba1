import { Fragment, type ReactNode } from "react";
import type { Permission } from "../../domain/roles.ts";
import { Button, LinkButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface Props {
  title: string;
  /** Where it was come from: the address, and its name. */
  back?: { href: string; label: string };
  /** Beside the title. */
  beside?: ReactNode;
  /** What can be done on the page. */
  children?: ReactNode;
}

/** A page's head: its title, and what can be done. */
export function PageHead({ title, back, beside, children }: Props) {
  return (
    <div className="page-head">
      {back && (
        <a className="icon-btn" href={back.href} aria-label={back.label}>
          <Icon name="arrow-left" />
        </a>
      )}
      <div className="page-title">
        <h1>{title}</h1>
        {beside}
      </div>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}

interface ListHeadProps {
  title: string;
  /** What the button for one more says. */
  add: string;
  /** The page that makes one more, or what opens the dialog for it. */
  onAdd: string | (() => void);
  needs?: Permission;
  /** What else can be done. */
  children?: ReactNode;
}

/** The head of a list's page: its title, and the way to one more. */
export function ListHead(props: ListHeadProps) {
  const { title, add, onAdd, needs = "enter books", children } = props;
  const drawn = {
    needs,
    look: "primary" as const,
    icon: "plus" as const,
    label: add,
    keyName: "N",
    "aria-keyshortcuts": "n",
  };
  return (
    <PageHead title={title}>
      {children}
      {typeof onAdd === "string" ? (
        <LinkButton {...drawn} href={onAdd} />
      ) : (
        <Button {...drawn} onClick={onAdd} />
      )}
    </PageHead>
  );
}

/** A part of a form or of a page's panel, under its title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `part-${title.replaceAll(" ", "-").toLowerCase()}`;
  return (
    <section className="section" aria-labelledby={id}>
      <h2 className="section-head" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface FactsProps {
  facts: [name: string, text: string][];
  className: string;
  /** Of each text. */
  cell: string;
}

/** What is known of a thing, by name; what is blank is left out. */
export function Facts({ facts, className, cell }: FactsProps) {
  const known = facts.filter(([, text]) => text);
  return (
    <dl className={className}>
      {known.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cell}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = [name: string, content: ReactNode, className?: string];

/** The same beside one another, names in a column of their own. */
export const FactList = ({ facts }: { facts: Fact[] }) => (
  <dl className="facts">
    {facts
      .filter(([, content]) => content)
      .map(([name, content, className]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className={className}>{content}</dd>
        </Fragment>
      ))}
  </dl>
);
