import { Failure, send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";
import { KINDS, type Kind, type Master } from "./kinds.ts";

interface Props {
  kind: Kind;
  thing: Master;
  onDone(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back; of one in use, offers to make it inactive instead. */
export function DeleteMaster({ kind, thing, onDone, onClose }: Props) {
  const { title, url } = KINDS[kind];
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `${url}/${thing._id}`);
      onDone();
      showToast("success", `${title} deleted successfully`, { label: "Undo", run: bringBack });
    } catch (failure) {
      const isInUse = failure instanceof Failure && failure.status === 409 && thing.isActive;
      const action = isInUse ? { label: "Make inactive", run: makeInactive } : undefined;
      showToast("error", sentenceOf(failure, `Failed to delete ${kind}`), action);
    }
    onClose();
  });

  async function change(work: () => Promise<unknown>, done: string) {
    try {
      await work();
      onDone();
      showToast("success", done);
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  }
  const bringBack = () =>
    void change(() => send("POST", url, thing), `${title} created successfully`);
  const makeInactive = () => {
    const inactive = { ...thing, isActive: false };
    void change(
      () => send("PUT", `${url}/${thing._id}`, inactive),
      `${title} updated successfully`,
    );
  };

  return (
    <Confirm
      title={`Delete ${kind}`}
      verb="Delete"
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{`Are you sure you want to delete this ${kind}?`}</p>
      <p className="strong">{thing.name}</p>
    </Confirm>
  );
}
