import type { ReactNode } from "react";
import { rolesFor } from "../../domain/roles.ts";
import type { IconName } from "../../islands/ui/Icon.tsx";
import icons from "../../islands/ui/icons.json";
import { Frame } from "./Frame.tsx";
import type { NavGroup } from "./nav.ts";
import type { Page } from "./pages.ts";

/** The build's additions to a page's definition. Scripts are URLs, gates are JavaScript. */
export interface Parts {
  styles: string;
  /** Styles that only some pages need. */
  sheet?: string | undefined;
  /** The styles of the bar shown while closing a month, loaded on demand. */
  closeBar: string;
  font: string;
  /** The island's script, then its imports. */
  scripts: string[];
  gate: string;
  identity: string;
  /** The island's first HTML. */
  first: string;
  icons: IconName[];
  nav: NavGroup[];
}

/** A page without personal data: frame, title and the island's first HTML. Everyone gets the same. */
export function Shell({ page, parts }: { page: Page; parts: Parts }) {
  const island = <IslandRoot name={islandName(page.source)} html={parts.first} />;
  return (
    <Document title={page.title} parts={parts} gate={parts.gate} page={page} sheet={parts.sheet}>
      {page.calls ? (
        <Frame path={page.path} {...parts}>
          {island}
        </Frame>
      ) : (
        island
      )}
      <div id="toasts" />
    </Document>
  );
}

/** Returns the island's name from its file: `Transactions`. */
export const islandName = (source: string) => source.replace(/^.*\//, "").replace(/\.tsx$/, "");

interface DocumentProps {
  title: string;
  parts: Pick<Parts, "styles" | "font" | "scripts" | "icons">;
  gate: string;
  page?: Page;
  /** Styles that no other page needs. */
  sheet?: string | undefined;
  children: ReactNode;
}

export function Document({ title, parts, gate, page, sheet, children }: DocumentProps) {
  const [script, ...imports] = parts.scripts;
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · bahi`}</title>
        <meta
          name="description"
          content="Modern accounting made simple, for small agencies in India"
        />
        <link rel="icon" type="image/svg+xml" href={FAVICON} />
        <script
          data-calls={page?.calls?.join(" ")}
          data-period={page?.period}
          data-roles={page?.permission && rolesFor(page.permission).join(" ")}
          dangerouslySetInnerHTML={{ __html: gate }}
        />
        <link rel="preload" href={parts.font} as="font" type="font/woff2" crossOrigin="" />
        <link rel="stylesheet" href={parts.styles} />
        {sheet && <link rel="stylesheet" href={sheet} />}
        {imports.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {script && <script type="module" src={script} />}
        {page?.calls && (
          <script
            type="speculationrules"
            dangerouslySetInnerHTML={{ __html: JSON.stringify(NEXT_PAGES) }}
          />
        )}
      </head>
      <body>
        <Symbols names={parts.icons} />
        {children}
      </body>
    </html>
  );
}

function IslandRoot({ name, html }: { name: string; html: string }) {
  return <div className="island" data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}

export function Symbols({ names }: { names: IconName[] }) {
  return (
    <svg className="symbols" aria-hidden="true">
      <defs>
        {names.map((name) => (
          <symbol
            key={name}
            id={`i-${name}`}
            viewBox="0 0 24 24"
            dangerouslySetInnerHTML={{ __html: icons[name] }}
          />
        ))}
      </defs>
    </svg>
  );
}

/**
 * Prefetches a page when the pointer is on its link. Pages contain no data, so they cannot be out of date.
 * Browsers without speculation rules just follow the link.
 */
const NEXT_PAGES = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: "/*" }, { not: { href_matches: ["/api/*", "/docs/*"] } }],
      },
      eagerness: "moderate",
    },
  ],
};

export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="3" y="2" width="18" height="20" rx="4"
 fill="#9e2a20"/><path d="M8.5 5.5v3M8.5 11v2.4M8.5 16v2.5" stroke="#f0b54a" stroke-width="1.75"
 stroke-linecap="round"/></svg>`,
)}`;
