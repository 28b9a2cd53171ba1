import { findFields } from "../../domain/describeField.ts";
import {
  type Estimate,
  EstimateQuery,
  type EstimateRow,
} from "../../domain/documents/estimates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import type { DocumentFields } from "../noun.ts";
import { rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";
import { PRINTED, SOLD_LINES } from "./invoices.ts";

const { kind, serviceDate, ...fields } = findFields(NewEstimate);

export const ESTIMATE: DocumentFields<EstimateRow, Estimate> = {
  filters: findFields(EstimateQuery),
  columns: [
    { title: "Number", text: ({ number }) => number },
    { title: "Date", text: ({ date }) => date, dropOrder: 1 },
    { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
    enumColumn("Status", ({ status }) => status, STATUS_WORDS, 3),
    { title: "Valid until", text: ({ dueDate }) => dueDate, dropOrder: 4 },
    rupeesColumn("Total", ({ grandTotal }) => grandTotal),
    rupeesColumn("Billed", ({ billed }) => billed, 2),
  ],
  help: { q: "in number and client", ...PRINTED, dueDate: "last day it is valid" },
  earlier: { "--hsn": "hsnSac", "--tax": "taxPct", "--valid-until": "dueDate" },
  fields,
  lines: SOLD_LINES,
  isSent: true,
};
