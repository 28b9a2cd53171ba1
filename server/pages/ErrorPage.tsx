import { Mark } from "../../islands/ui/Icon.tsx";
import { Document, type Parts } from "./Shell.tsx";

interface Props {
  parts: Pick<Parts, "styles" | "font">;
  gate: string;
}

/** The default error page. The server replaces `%message%`. */
export function ErrorPage({ parts, gate }: Props) {
  return (
    <Document title="Error" parts={{ ...parts, scripts: [], icons: [] }} gate={gate}>
      <main className="lone grid items-mid gap-12 text-mid">
        <Mark />
        <h1>Unexpected Application Error!</h1>
        <p className="soft">%message%</p>
        <p>
          <a className="btn btn-primary" href="/">
            Go to the dashboard
          </a>
        </p>
      </main>
    </Document>
  );
}
