import { render, Text } from "ink";
import { useEffect, useState } from "react";

const FRAME_MS = 100;

/** Shows how far it is, on stderr, until the answer is called. `words` says it in so many columns. */
export function showProgress(words: (columns: number) => string): () => Promise<void> {
  const app = render(<Line words={words} />, { stdout: process.stderr, exitOnCtrlC: false });
  return async () => {
    app.clear();
    app.unmount();
    await app.waitUntilExit();
  };
}

function Line({ words }: { words: (columns: number) => string }) {
  const [, setFrame] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setFrame((frame) => frame + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, []);

  // Without colour, so that there is none to leave out where nobody wants it.
  return <Text wrap="truncate-end">{words(process.stderr.columns)}</Text>;
}
