import { useState } from "react";
import { failureText } from "../browser/api.ts";
import { Icon } from "./Icon.tsx";
import { useDrop } from "./useDrop.ts";

interface Props {
  label: string;
  /** File types as in an input's `accept`: `.json,application/json`. */
  accept: string;
  /** Handles a file and returns a sentence about the result. A thrown error is shown in red. */
  onFile(file: File): Promise<{ text: string; isWrong?: boolean }>;
  /** Shown for an error without a message. */
  otherwise: string;
}

/** A place to drop or choose a file, with the result of handling it. */
export function FileDrop({ label, accept, onFile, otherwise }: Props) {
  const [result, setResult] = useState<{ text: string; isWrong?: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    if (isBusy) return;
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await onFile(file));
    } catch (failure) {
      setResult({ text: failureText(failure, otherwise), isWrong: true });
    }
    setBusy(false);
  };
  const { className, ...drop } = useDrop("is-small", (file) => void take(file));
  return (
    <div className="answer-drop">
      <label
        className={`${className} ${result?.isWrong ? "is-bad" : ""}`}
        aria-busy={isBusy}
        {...drop}
      >
        <Icon name="upload" />
        <span>{label}</span>
        <input
          type="file"
          className="sr-only"
          accept={accept}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            target.value = ""; // The same file can be chosen again.
          }}
        />
      </label>
      {result && (
        <p
          className={result.isWrong ? "error-text" : "small"}
          role={result.isWrong ? "alert" : "status"}
        >
          {result.text}
        </p>
      )}
    </div>
  );
}
