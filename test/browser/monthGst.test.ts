import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { bring } from "../server/closing.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("shows the set-off that filing posted, and matches the challan in one step", async () => {
  const { owner } = await desk.world.found();
  const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
  done(await owner.put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" }));
  const { account } = await post("/accounts", { name: "HDFC", openingBalance: 5_00_000 });
  const { client } = await post("/clients", { displayName: "Konkan Foods", stateCode: "27" });
  const items = [{ description: "Design", qty: 1, rate: 1_50_000, taxPct: 18, hsnSac: "998391" }];
  const bill = { clientId: client._id, date: "2026-10-05", items };
  const { _id } = await post("/invoices", bill);
  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  await bring(owner, account._id, [["2026-11-19", "GST CPIN 26112700148210", -27_000]]);
  for (const which of ["GSTR1", "GSTR3B"]) {
    const filing = { return: which, date: "2026-11-19", arn: "AA2710260012345" };
    await post("/gst/2026-10/filed", filing);
  }

  const { page } = await desk.visit("/close?month=2026-10", { who: owner });
  const step = page.getByRole("listitem").filter({ hasText: "Set-off of October" });
  await step.getByText("Posted", { exact: true }).waitFor();
  await step.getByRole("row", { name: "To pay in cash – 13,500.00 13,500.00 27,000.00" }).waitFor();
  await step.getByText(/^Show the journal, \d+ lines$/).click();
  await step.getByText("13,500.00 Cr").first().waitFor();
  await step.getByText(/^HDFC, 19 Nov: -?₹27,000.00|^HDFC, 19 Nov: .₹27,000.00/).waitFor();
  expect(await axe(page)).toEqual([]);
  await step.getByRole("button", { name: "Match", exact: true }).click();
  await toast(page, "Challan matched").waitFor();
  await step.getByText("₹27,000.00 paid.").waitFor();
  const { items: lines } = done(await owner.get("/api/bank-lines?state=open"));
  expect(lines).toEqual([]);
  expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
});
