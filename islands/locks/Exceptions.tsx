import type { Locks } from "../../domain/agencies/locks.ts";
import { formatDate, formatMoment } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** Who may change closed books, until when and why. */
export function Exceptions({ locks, onChanged }: { locks: Locks; onChanged(): void }) {
  const { exceptions, lockedTo } = locks;
  const what = lockedTo ? `entries dated up to ${formatDate(lockedTo)}` : "closed books";
  return (
    <section className="panel" aria-labelledby="exceptions">
      <div className="panel-head">
        <h2 id="exceptions">Exceptions</h2>
        {exceptions.length > 0 && (
          <span className="spring small muted">{`${exceptions.length} active`}</span>
        )}
      </div>
      {exceptions.map((one) => (
        <div className="exception grid items-start gap-2-12 line-above text-13" key={one._id}>
          <div>
            <strong>{one.user.name}</strong>
            {` may change ${what}, until `}
            <strong>{formatMoment(one.until)}</strong>
          </div>
          <EndButton id={one._id} name={one.user.name} onChanged={onChanged} />
          <p className="soft">
            {`“${one.reason}” Granted by ${one.createdBy.name}, ${formatMoment(one.createdAt)}.`}
          </p>
        </div>
      ))}
      <p className="p-12-16 text-13 muted">
        Let one person change closed books for up to 24 hours. Final periods allow no exceptions.
      </p>
    </section>
  );
}

function EndButton({ id, name, onChanged }: { id: string; name: string; onChanged(): void }) {
  const [isBusy, end] = useBusy(async () => {
    try {
      await send("DELETE", `/api/locks/exceptions/${id}`);
      showToast("success", "Exception ended");
    } catch (failure) {
      toastError("Error ending the exception")(failure);
    }
    onChanged();
  });
  const label = (
    <>
      End now<span className="sr-only">{` the exception for ${name}`}</span>
    </>
  );
  return <Button needs="give exceptions" label={label} isBusy={isBusy} onClick={end} />;
}
