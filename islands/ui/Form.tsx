import { type ComponentProps, useEffect, useRef } from "react";
import { PERMISSIONS, shownInstead } from "../../domain/roles.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import type { AppForm } from "./useAppForm.ts";

/** Notices at the top of a form: a restored draft, and errors that belong to no field. */
export function FormNotices({ form }: { form: AppForm }) {
  const { draft, failure, needs } = form;
  const alert = useRef<HTMLDivElement>(null);
  // In a long form saved from its bottom, a message at the top would be out of sight.
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  return (
    <>
      {draft && (
        <div className="attn" role="status">
          <Icon name="info" />
          {`This ${draft.noun} was not saved last time.`}
          <Button look="link" label="Start over" onClick={form.startAfresh} />
        </div>
      )}
      {needs && (
        <p className={`notice ${shownInstead(needs)}`} role="note">
          {PERMISSIONS[needs]}
        </p>
      )}
      {failure && (
        <div className="attn is-wrong" role="alert" ref={alert}>
          <Icon name="circle-alert" />
          <div>
            {failure.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

type SubmitProps = Omit<ComponentProps<typeof Button>, "form"> & {
  form: Pick<AppForm, "isBusy" | "needs">;
  /** The label while saving. */
  busy?: string;
};

export function SubmitButton({ form, label, busy = "Saving...", ...others }: SubmitProps) {
  const { isBusy, needs } = form;
  // Wide enough for both labels, so that the layout does not shift.
  const labels = (
    <span className="swap" data-busy={busy}>
      {isBusy ? busy : label}
    </span>
  );
  return (
    <Button look="primary" type="submit" label={labels} isBusy={isBusy} needs={needs} {...others} />
  );
}
