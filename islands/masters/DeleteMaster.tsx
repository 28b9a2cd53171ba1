import { Failure, send, sentenceOf } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { showToast } from "../ui/toasts.ts";
import { KINDS, type Kind, type Master } from "./kinds.ts";

interface Props {
  kind: Kind;
  thing: Master;
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back; of one in use, offers to make it inactive instead. */
export function DeleteMaster({ kind, thing, onChanged, onClose }: Props) {
  const { title, url } = KINDS[kind];
  const makeInactive = async () => {
    try {
      await send("PUT", `${url}/${thing._id}`, { ...thing, isActive: false });
      onChanged();
      showToast("success", `${title} updated successfully`);
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  };
  return (
    <ConfirmDelete
      {...{ onChanged, onClose }}
      title={`Delete ${kind}`}
      run={() => send("DELETE", `${url}/${thing._id}`)}
      success={`${title} deleted successfully`}
      otherwise={`Failed to delete ${kind}`}
      onUndo={() => send("POST", url, thing)}
      undone={`${title} created successfully`}
      instead={(failure) => {
        const isInUse = failure instanceof Failure && failure.status === 409 && thing.isActive;
        return isInUse ? { label: "Make inactive", run: () => void makeInactive() } : undefined;
      }}
    >
      <p>{`Are you sure you want to delete this ${kind}?`}</p>
      <p className="strong">{thing.name}</p>
    </ConfirmDelete>
  );
}
