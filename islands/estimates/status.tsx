import { today } from "../../domain/dates.ts";
import { computeUnbilled, type EstimateRow } from "../../domain/documents/estimates.ts";
import { saveDocument } from "../ui/downloads.ts";

/** The client's answer, and the billed part. */
export function EstimatePill({ estimate }: { estimate: EstimateRow }) {
  const [label, className] = toPill(estimate);
  return <span className={`pill dot ${className}`}>{label}</span>;
}

function toPill(estimate: EstimateRow): [label: string, className: string] {
  const { status, dueDate, billed } = estimate;
  if (status === "DRAFT") return ["Draft", ""];
  if (status === "DECLINED") return ["Declined", "pill-line"];
  if (status === "SENT") {
    return dueDate && dueDate < today() ? ["Sent, expired", "pill-warn"] : ["Sent", "pill-info"];
  }
  if (computeUnbilled(estimate) <= 0) return ["Billed", "pill-pos"];
  return billed > 0 ? ["Partly billed", "pill-pos"] : ["Accepted", "pill-pos"];
}

export const saveEstimate = (estimate: EstimateRow): Promise<void> =>
  saveDocument("estimates", "Estimate", estimate);
