import type { Call } from "../api/call.ts";

export function Method({ method }: Pick<Call, "method">) {
  return <span className={`api-method api-${method.toLowerCase()}`}>{method}</span>;
}

/** A paragraph with `code` in backticks. */
export function Prose({ text }: { text: string }) {
  // Text between backticks has odd indexes.
  const parts = text
    .split("`")
    .map((part, n) => (n % 2 === 0 ? part : <code key={part}>{part}</code>));
  return <p>{parts}</p>;
}

interface Props {
  title: string;
  /** Names the example that the button copies, for screen readers. */
  of: string;
  text: string;
  isShell?: boolean;
}

/** Examples of this many lines or more are collapsed. */
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
    <figure
      className={
        isShell
          ? "api-code framed round-8 on-surface min-0 clip"
          : "api-code framed round-8 on-surface min-0 clip"
      }
    >
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
