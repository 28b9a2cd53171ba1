import { formatDate } from "../../domain/dates.ts";
import type { EstimateRow } from "../../domain/documents/estimates.ts";
import { documentColumns } from "../ui/documentColumns.tsx";
import { EstimatePill, saveEstimate } from "./status.tsx";

export const ESTIMATE_COLUMNS = documentColumns<EstimateRow>({
  number: "Estimate No.",
  folder: "estimates",
  about: {
    id: "dueDate",
    header: "Valid Until",
    width: "w-8",
    draw: ({ dueDate }) => dueDate && formatDate(dueDate),
  },
  pill: (estimate) => <EstimatePill estimate={estimate} />,
  total: { id: "total", header: "Total", amount: ({ grandTotal }) => grandTotal },
  rest: { id: "billed", header: "Billed", amount: ({ billed }) => billed > 0 && billed },
  save: saveEstimate,
});
