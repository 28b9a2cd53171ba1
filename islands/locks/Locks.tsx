import type { Locks as LocksAnswer } from "../../domain/agencies/locks.ts";
import { toastError } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { storeLocks } from "../browser/lock.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { Closers } from "./Closers.tsx";
import { Exceptions } from "./Exceptions.tsx";
import { LockChart } from "./LockChart.tsx";
import { LockedChanges } from "./LockedChanges.tsx";
import { LockHistory } from "./LockHistory.tsx";

const FAILED = "Failed to load locks";

/** The locks of the books, their authors, and later changes in closed periods. */
export default function Locks() {
  return (
    <Allowed permission="close books" title="Locks">
      <Loaded />
    </Allowed>
  );
}

function Loaded() {
  const { data, failure, reload } = useFetch<LocksAnswer>("/api/locks", toastError(FAILED));
  if (isDenied(failure)) return <AccessDenied title="Locks" permission="close books" />;
  if (data) return <Shown locks={data} onChanged={reload} />;
  return (
    <>
      <PageHead title="Locks" />
      {failure ? (
        <FailedToLoad label="Locks" failure={failure} otherwise={FAILED} onRetry={reload} />
      ) : (
        <Loading label="Locks" text="Loading locks..." />
      )}
    </>
  );
}

function Shown({ locks, onChanged }: { locks: LocksAnswer; onChanged(): void }) {
  const close = useLazyDialog((_: string | undefined) =>
    import("./CloseForm.tsx").then((m) => m.CloseForm),
  );
  const finish = useLazyDialog(() => import("./FinalForm.tsx").then((m) => m.FinalForm));
  const except = useLazyDialog(() => import("./ExceptionForm.tsx").then((m) => m.ExceptionForm));
  const openClose = () => close.open(undefined);
  useHash({ close: openClose });
  useKeys({ n: openClose });
  const moved = (after: LocksAnswer) => {
    storeLocks(after);
    onChanged();
  };
  const primary = <Button look="primary" icon="lock" label="Close the books" onClick={openClose} />;
  // A new key each time, so that the lists below reload.
  const turn = JSON.stringify(locks);
  return (
    <>
      <PageHead
        title="Locks"
        aside={
          <span className="not-phone text-13 muted">
            Closed periods, exceptions, and who set them
          </span>
        }
      >
        <Button
          needs="give exceptions"
          icon="user-lock"
          label="Add exception"
          onClick={() => except.open(undefined)}
        />
        <span className="not-phone">{primary}</span>
      </PageHead>
      <LockChart
        locks={locks}
        onMove={openClose}
        onFollow={() => close.open(locks.filedTo)}
        onFinish={() => finish.open(undefined)}
      />
      <div className="lock-cols grid items-start gap-16 mb-16">
        <Exceptions locks={locks} onChanged={onChanged} />
        <LockedChanges key={turn} />
      </div>
      <Closers />
      <LockHistory key={`${turn} history`} />
      <section className="bar-phone" aria-label="Next step">
        {primary}
      </section>
      {close.draw((Form, to) => (
        <Form locks={locks} to={to} onSaved={moved} onClose={close.close} />
      ))}
      {finish.draw((Form) => (
        <Form locks={locks} onSaved={moved} onClose={finish.close} />
      ))}
      {except.draw((Form) => (
        <Form onSaved={onChanged} onClose={except.close} />
      ))}
    </>
  );
}
