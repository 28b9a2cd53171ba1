import * as agencies from "./nouns/agencies.ts";
import * as attachments from "./nouns/attachments.ts";
import * as banking from "./nouns/banking.ts";
import * as documents from "./nouns/documents.ts";
import * as ledger from "./nouns/ledger.ts";
import type { Noun } from "./nouns/noun.ts";
import * as purchases from "./nouns/purchases.ts";
import * as sharing from "./nouns/sharing.ts";

// What an agency can make, each told once: how it is made, changed and taken away, and where it is found
// again. The tests of roles, isolation, audit, fuzz and crashes read it, so a new noun is one entry here.
// Every write carries a mark in one field, and where there is an amount it is `n` paise: in the crash test
// `mark-17` and 17 paise, so that a row says which write it is, and whether it is whole.

export const NOUNS: Noun[] = [
  ...[ledger, banking, documents, purchases, attachments, agencies, sharing],
].flatMap((room) => Object.values(room));
