import type { IconName } from "../../islands/ui/Icon.tsx";
import { FAVICON, Symbols } from "./Shell.tsx";

interface Props {
  styles: string;
  script: string;
}

const ICONS: IconName[] = [
  ...(["circle-alert", "circle-check", "circle-x", "copy", "download", "qr-code"] as const),
  "smartphone",
];

/** The page around a shared document. The server replaces `%title%` and `%body%`. */
export function ClientShell({ styles, script }: Props) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>%title%</title>
        <link rel="icon" type="image/svg+xml" href={FAVICON} />
        <link rel="stylesheet" href={styles} />
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body>
        <Symbols names={ICONS} />
        %body%
      </body>
    </html>
  );
}
