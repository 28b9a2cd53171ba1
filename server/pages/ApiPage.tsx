import type { ReactNode } from "react";
import type * as v from "valibot";
import { Mark } from "../../islands/ui/Icon.tsx";
import type { Group } from "../api/call.ts";
import { listFields } from "../api/fields.ts";
import { type JsonSchema, toSchemas } from "../api/jsonSchema.ts";
import { ApiCall, Fields } from "./ApiCall.tsx";
import { CHAPTERS } from "./ApiChapters.tsx";
import { Method, Prose } from "./ApiParts.tsx";

interface Props {
  groups: Group[];
  examples: Record<string, Record<string, unknown>>;
  version: string;
}

/** The API documentation on one page, readable without a script. */
export function ApiPage({ groups, examples, version }: Props) {
  const named: Named = Object.assign({}, ...groups.map(({ schemas }) => schemas));
  const schemas = toSchemas(named);
  return (
    <>
      <a className="skip p-8-12 round-6" href="#main">
        Skip to content
      </a>
      <header className="head">
        <a className="api-home row gap-8 plain" href="/">
          <Mark />
          <span className="wordmark">bahi</span>
        </a>
        <span className="pill pill-line">API {version}</span>
        <button className="btn only-phone spring" type="button" popoverTarget="contents">
          Contents
        </button>
        <a className="not-phone spring small" href="/docs/openapi.json">
          OpenAPI document
        </a>
      </header>
      <div className="api">
        <Contents groups={groups} />
        <main className="api-main" id="main" tabIndex={-1}>
          <h1 className="text-26">The bahi API</h1>
          <p className="api-lead text-16">
            JSON over HTTP. The screens and the command line use these calls, so your program can do
            everything they do. The tests run every example below against the server.
          </p>
          {CHAPTERS.map(({ id, title, text }) => (
            <section key={id} className="api-text" aria-labelledby={id}>
              <h2 className="text-18" id={id}>
                {title}
              </h2>
              {text}
            </section>
          ))}
          {groups.map((group) => (
            <GroupOf
              key={group.title}
              group={group}
              examples={examples}
              schemas={schemas}
              named={named}
            />
          ))}
        </main>
      </div>
    </>
  );
}

/** On the left of a screen. On a phone it opens from the header. */
function Contents({ groups }: { groups: Group[] }) {
  return (
    <nav
      className="api-side block m-0 scroll-y plain"
      id="contents"
      aria-label="Contents"
      popover="auto"
    >
      <Entries title="How it works">
        {CHAPTERS.map(({ id, title }) => (
          <li key={id}>
            <a className="row between gap-8 px-8 round-6 text-13" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </Entries>
      {groups.map(({ title, calls }) => (
        <Entries key={title} title={title}>
          {calls.map(({ name, method, summary }) => (
            <li key={name}>
              <a className="row between gap-8 px-8 round-6 text-13" href={`#${name}`}>
                <span className="truncate">{shortenSummary(summary)}</span>
                <Method method={method} />
              </a>
            </li>
          ))}
        </Entries>
      ))}
    </nav>
  );
}

/** Shortens a summary: `List accounts, by name` becomes `List accounts`. */
const shortenSummary = (summary: string) => summary.split(", ")[0] ?? "";

function Entries({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="nav-label text-11 strong muted">{title}</p>
      <ul>{children}</ul>
    </>
  );
}

type Named = Record<string, v.GenericSchema>;

interface GroupProps {
  group: Group;
  examples: Props["examples"];
  named: Named;
  schemas: Record<string, JsonSchema>;
}

function GroupOf({ group, examples, schemas, named }: GroupProps) {
  const { title, about, calls, schemas: own } = group;
  const id = toElementId(title);
  // Request schemas are shown with their call.
  const shapes = Object.keys(own).filter((name) => !/^(New|Registration)|Change$/.test(name));
  return (
    <section className="api-group" aria-labelledby={id}>
      <div className="api-text">
        <h2 className="text-18" id={id}>
          {title}
        </h2>
        <Prose text={about} />
      </div>
      {calls.map((call) => (
        <ApiCall key={call.name} call={call} examples={examples[call.name] ?? {}} named={named} />
      ))}
      {shapes.map((name) => (
        <details key={name} className="api-shape">
          <summary className="py-8 pointer">
            <code>{name}</code>
          </summary>
          {/* Inside, so that a link to it opens it. */}
          <div id={`shape-${name}`}>
            <Fields
              fields={listFields(schemas[name] ?? {})}
              caption={`Fields of ${name}`}
              isAnswer
            />
          </div>
        </details>
      ))}
    </section>
  );
}

const toElementId = (title: string) => `of-${title.toLowerCase().replaceAll(" ", "-")}`;
