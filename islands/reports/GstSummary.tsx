import { gstSummarySheet } from "../../domain/ledger/registerSheets.ts";
import type { GstSummary as GstSummaryAnswer } from "../../domain/ledger/reports.ts";
import { PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function GstSummary() {
  return (
    <Report<GstSummaryAnswer>
      name="gst-summary"
      title="GST summary"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "" }}
      sheetOf={gstSummarySheet}
      controls={(parameters) => <PeriodControl parameters={parameters} />}
    />
  );
}
