import { Fragment, type ReactNode } from "react";
import type { Permission } from "../../domain/roles.ts";
import { Button, LinkButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface Props {
  title: string;
  /** The page the user came from: its address and name. */
  back?: { href: string; label: string };
  /** Shown next to the title. */
  aside?: ReactNode;
  /** The page's actions. */
  children?: ReactNode;
}

export function PageHead({ title, back, aside, children }: Props) {
  return (
    <div className="page-head">
      {back && (
        <a className="icon-btn" href={back.href} aria-label={back.label}>
          <Icon name="arrow-left" />
        </a>
      )}
      <div className="page-title items-center gap-8 spring-r min-0">
        <h1>{title}</h1>
        {aside}
      </div>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}

interface ListHeadProps {
  title: string;
  /** The label of the button that adds a record. */
  add: string;
  /** The page that creates a record, or the function that opens the dialog. */
  onAdd: string | (() => void);
  needs?: Permission;
  /** Other actions. */
  children?: ReactNode;
}

/** The header of a list page: its title, and the button that adds a record. */
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

/** A part of a form or panel, with a title. */
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
  /** The class of each value. */
  cell: string;
}

/** Lists a record's properties by name. Leaves out blank ones. */
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

export type Fact = [name: string, content: ReactNode, className?: string];

/** Lists properties in two columns: names and values. */
export const FactList = ({ facts }: { facts: Fact[] }) => (
  <dl className="facts grid text-13">
    {facts
      .filter(([, content]) => content)
      .map(([name, content, className]) => (
        <Fragment key={name}>
          <dt className="muted">{name}</dt>
          <dd className={className}>{content}</dd>
        </Fragment>
      ))}
  </dl>
);
