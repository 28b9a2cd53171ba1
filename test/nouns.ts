import * as agencies from "./nouns/agencies.ts";
import * as attachments from "./nouns/attachments.ts";
import * as banking from "./nouns/banking.ts";
import * as documents from "./nouns/documents.ts";
import * as ledger from "./nouns/ledger.ts";
import type { Noun } from "./nouns/noun.ts";
import * as purchases from "./nouns/purchases.ts";
import * as sharing from "./nouns/sharing.ts";

// Everything an agency can create, once each: how to create, change, remove and find it. The tests of
// roles, isolation, audit, fuzz and crashes read this list, so a new noun is one entry here. Every write
// has a mark in one field and, if it has an amount, `n` paise: `mark-17` and 17 paise. So a row shows which
// write it is and whether it is complete.

export const NOUNS: Noun[] = [
  ...[ledger, banking, documents, purchases, attachments, agencies, sharing],
].flatMap((room) => Object.values(room));
