import { showToast } from "../browser/toasts.ts";
import { Figure, figureText } from "./words.tsx";

/** An amount that a press copies in the portal's format: `113403.28`. */
export function Copied({ amount }: { amount: number }) {
  if (amount === 0) return <Figure amount={0} />;
  const plain = amount.toFixed(2);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plain);
      showToast("success", `Copied ${plain}`);
    } catch {
      showToast("info", plain); // No clipboard without TLS.
    }
  };
  return (
    <button
      type="button"
      className="copy p-0 no-line bare plain"
      title={`Copy ${plain}`}
      onClick={copy}
    >
      {figureText(amount)}
    </button>
  );
}
