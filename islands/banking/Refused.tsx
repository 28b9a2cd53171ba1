import { type Failure, failureText } from "../browser/api.ts";
import { Icon } from "../ui/Icon.tsx";

/** Explains why a file was rejected, with the lines concerned. */
export function Refused({ failure }: { failure: unknown }) {
  const text = failureText(failure, "Could not reach the server. Nothing has been changed.");
  const errors = (failure as Partial<Failure>).errors ?? [];
  return (
    <>
      <p className="error" role="alert">
        <Icon name="circle-alert" />
        {text}
      </p>
      {errors.length > 1 && (
        <ul className="small">
          {errors.slice(0, 20).map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}
