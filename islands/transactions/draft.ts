import { draftsOf } from "../browser/drafts.ts";

/** The entry that was typed and not saved. */
export type Draft = Record<string, string>;

const drafts = () => draftsOf<Draft>("draft");

export const readDraft = () => drafts().read();
export const keepDraft = (draft: Draft) => drafts().keep(draft);
export const dropDraft = () => drafts().drop();
