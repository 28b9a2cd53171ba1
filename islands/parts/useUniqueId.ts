import { createContext, useContext, useId } from "react";

/** Set around a second tree on the page, for each tree counts its ids from the same (preact 11.2.0). */
export const Tree = createContext("");

/** An id that no other element of the page has. */
export const useUniqueId = (): string => useContext(Tree) + useId();
