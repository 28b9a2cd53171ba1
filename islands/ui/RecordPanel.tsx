import type { ReactNode } from "react";
import type * as v from "valibot";
import { describeField } from "../../domain/describeField.ts";
import { upperFirst } from "../../domain/names.ts";
import { Failure, failureText } from "../browser/api.ts";
import type { Loaded } from "../browser/useFetch.ts";
import { Button } from "./Button.tsx";
import { Modal } from "./Modal.tsx";
import type { Fact } from "./Page.tsx";
import { showValue } from "./showValue.tsx";

interface Props<Answer> {
  noun: string;
  /** The response with the record. */
  loaded: Loaded<Answer>;
  getTitle(answer: Answer): string;
  onEdit(answer: Answer): void;
  onClose(): void;
  /** Other buttons. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The dialog that shows a record. */
export function RecordPanel<Answer>(props: Props<Answer>) {
  const { noun, loaded, getTitle, onEdit, onClose, foot, children } = props;
  const { data, failure } = loaded;
  const name = upperFirst(noun);
  if (failure) {
    const isGone = failure instanceof Failure && failure.status === 404;
    return (
      <Modal title={name} onClose={onClose}>
        <div className="modal-body">
          <p className="notice">
            {isGone ? `${name} not found` : failureText(failure, `Failed to load ${noun}`)}
          </p>
        </div>
        <div className="modal-foot">
          <Button label="Close" onClick={onClose} />
        </div>
      </Modal>
    );
  }
  return (
    <Modal title={data ? getTitle(data) : name} wide onClose={onClose}>
      <div className="modal-body client-panel gap-12" aria-busy={!data}>
        {!data && <p role="status">{`Loading ${noun}...`}</p>}
        {children}
      </div>
      <div className="modal-foot">
        {data && (
          <Button
            needs="enter books"
            look="quiet"
            icon="pencil"
            label="Edit"
            onClick={() => onEdit(data)}
          />
        )}
        {foot}
      </div>
    </Modal>
  );
}

/** Returns a function from the name of a field to its label and the record's value. */
export const factsOf =
  <Fields extends v.ObjectEntries>(fields: Fields, record: object) =>
  (name: keyof Fields & string): Fact => {
    const about = describeField(fields[name] as v.GenericSchema);
    return [about.label, showValue(about, (record as Record<string, unknown>)[name]), "lines"];
  };
