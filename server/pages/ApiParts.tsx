import type { Call } from "../api/call.ts";

export function Method({ method }: Pick<Call, "method">) {
  return <span className={`api-method api-${method.toLowerCase()}`}>{method}</span>;
}

/** A paragraph, in which `code` stands in backticks. */
export function Prose({ text }: { text: string }) {
  // What is between backticks comes at the odd places.
  const parts = text
    .split("`")
    .map((part, n) => (n % 2 === 0 ? part : <code key={part}>{part}</code>));
  return <p>{parts}</p>;
}

interface Props {
  title: string;
  /** What tells this button from the others, for who cannot see where it stands. */
  of: string;
  text: string;
  isShell?: boolean;
}

/** From this many lines on it is folded. */
const LONG = 36;

/** An example, with a button that copies it. */
export function Code({ title, of, text, isShell = false }: Props) {
  const lines = text.trimEnd().split("\n").length;
  const code = (
    <pre>
      <code>{text}</code>
    </pre>
  );
  return (
    <figure className={isShell ? "api-code api-shell" : "api-code"}>
      <figcaption>
        {title}
        <button className="btn btn-quiet" type="button" data-copy hidden>
          Copy<span className="sr-only">{` ${title}: ${of}`}</span>
        </button>
      </figcaption>
      {lines < LONG ? (
        code
      ) : (
        <details>
          <summary>{`${lines} lines`}</summary>
          {code}
        </details>
      )}
    </figure>
  );
}
