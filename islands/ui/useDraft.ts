import { useState } from "react";
import { draftsOf } from "../browser/drafts.ts";

/** What a form makes, and where one such form is not like another, of what. */
export interface DraftOf {
  noun: string;
  of?: string;
}

/** What was typed in a form that makes something; nothing is kept of one that does not. */
export function useDraft<Values extends object>(of: DraftOf | undefined, values: Values) {
  const [drafts] = useState(() => of && draftsOf(`${of.noun} ${of.of ?? ""}`, values));
  const [kept, setKept] = useState(() => drafts?.read());
  return {
    /** Of the last time. */
    kept,
    keep: (values: Values) => drafts?.keep(values),
    drop: () => drafts?.drop(),
    /** It is not wanted any more. */
    discard: () => {
      drafts?.drop();
      setKept(undefined);
    },
  };
}
