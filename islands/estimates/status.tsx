import { today } from "../../domain/dates.ts";
import { computeUnbilled, type EstimateRow } from "../../domain/documents/estimates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { savePdf } from "../ui/downloads.ts";

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

export const saveEstimate = ({ _id, number }: EstimateRow): Promise<void> =>
  savePdf({
    url: `/api/estimates/${_id}/pdf`,
    name: documentFileName("Estimate", number),
    success: "PDF downloaded successfully",
  });
