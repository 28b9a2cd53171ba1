import { expect, test } from "bun:test";
import type { MonthFacts } from "../../domain/closing/facts.ts";
import { gstItems } from "../../domain/closing/gstItems.ts";

const describeItem = (inward: { open: number; missing: number }, isFiled: boolean) => {
  const filing = { return: "GSTR3B", arn: "A", createdAt: "2026-11-20", createdBy: {} };
  const gst = {
    isDue: true,
    name: "October 2026",
    dateTo: "2026-10-31",
    tax: 0,
    cash: 0,
    due: { gstr1: "2026-11-11", gstr3b: "2026-11-20" },
    errors: 0,
    warnings: 0,
    filings: isFiled ? [filing] : [],
    proof: { differences: 0, faults: 0 },
    inward: { loaded: { at: "2026-11-15", name: "Vinod" }, unfiled: 0, ...inward },
  };
  const facts = { gst, month: "2026-10", today: "2026-11-26" } as unknown as MonthFacts;
  const item = gstItems(facts).find(({ key }) => key === "2b");
  return [item?.state, item?.note];
};

test("GSTR-2B is done once each row has its bill or GSTR-3B was filed without it", () => {
  expect(describeItem({ open: 3, missing: 1 }, false)).toEqual(["open", "3 to decide, 1 no bill"]);
  expect(describeItem({ open: 3, missing: 1 }, true)).toEqual([
    ...["done", "GSTR-3B was filed with 3 to decide, 1 no bill"],
  ]);
  expect(describeItem({ open: 0, missing: 0 }, true)).toEqual(["done", "every row has its bill"]);
});
