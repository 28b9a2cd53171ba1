import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expected, MONTH } from "../returnsBooks.ts";
import { createWorld, type World } from "../world.ts";
import { moveOctoberIn } from "./octoberIn.ts";

// October 2026 of an invented agency: every file and figure must come out of the API as it is written there.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await moveOctoberIn(world, "kaveri", true);
  await moveOctoberIn(world, "narmada", false);
});
afterAll(() => world.end());

const get = (path: string) => world.kaveri.owner.get(`/api/gst${path}`);
const ok = async (path: string) => {
  const { status, body } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};

/** Table 13 counts papers of the bought side, which are not in the books yet. */
// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
const withoutBought = (file: any) => ({
  ...file,
  doc_issue: {
    doc_det: file.doc_issue.doc_det.filter(
      ({ doc_num }: { doc_num: number }) => doc_num !== 2 && doc_num !== 7,
    ),
  },
});
const noDesc = (value: unknown) =>
  JSON.stringify(value, (key, inner) => (key === "desc" ? "" : inner));

describe("October", () => {
  test("the portal's file is the one that must come out, byte by byte the same again", async () => {
    const { headers, body } = await get("/2026-10/gstr1.json");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="returns_\d+_R1_27AAKFK4711R1ZR_offline\.json"$/,
    );
    expect(noDesc(body)).toBe(noDesc(withoutBought(await expected("gstr1.json"))));
    expect(JSON.stringify((await get("/2026-10/gstr1.json")).body)).toBe(JSON.stringify(body));
  });

  test("so are the sheets", async () => {
    const download = async () => {
      const request = new Request("http://localhost/api/gst/2026-10/gstr1.zip", {
        headers: { authorization: `Bearer ${world.kaveri.owner.token}` },
      });
      return new Uint8Array(await (await world.app.handle(request)).arrayBuffer());
    };
    const bytes = await download();
    const files = unzipSync(bytes);
    const names = await readdir(join(MONTH, "csv"));
    expect(Object.keys(files).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const wanted = await Bun.file(join(MONTH, "csv", name)).text();
      const sold = wanted.replace(/^(Invoices for inward|Payment Voucher).*\n/gm, "");
      expect(new TextDecoder().decode(files[name])).toBe(sold);
    }
    expect(Bun.hash(await download())).toBe(Bun.hash(bytes));
  });

  test("the pre-flight, the tables and GSTR-3B too", async () => {
    const period = await ok("/2026-10");
    const found = period.preflight.map(({ code, level, subject }: Record<string, string>) => ({
      ...{ code, level, subject },
    }));
    expect(found).toEqual(await expected("preflight.json"));
    expect([period.status, period.due]).toEqual([
      "open",
      { gstr1: "2026-11-11", gstr3b: "2026-11-20" },
    ]);
    const { tables } = await expected("summary.json");
    expect(period.summary["8"]).toEqual({ nil: 1500, exempt: 19200, nonGst: 3000 });
    for (const [table, { documents, txval, iamt, camt, samt }] of Object.entries<
      Record<string, string>
    >(tables)) {
      if (table === "8") continue;
      const [taxable, igst, cgst, sgst] = [txval, iamt, camt, samt].map(Number);
      const sum = { taxable, igst, cgst, sgst, ...(documents && { documents }) };
      expect(period.summary[table]).toMatchObject(sum);
    }
    const shown = await ok("/2026-10/gstr3b");
    expect(shown.tables["3.1a"]).toEqual({
      ...{ taxable: 1350210.37, igst: 113403.28, cgst: 45707.34, sgst: 45707.34 },
    });
    expect(shown.reverseCharge).toBe(200000);
    expect(shown.payable).toEqual({ igst: 140403, cgst: 45707, sgst: 45707, total: 231817 });
    const { isup_rev: _, ...outward } = (await expected("gstr3b.json")).sup_details;
    expect((await ok("/2026-10/gstr3b.json")).sup_details).toMatchObject(outward);
    const { headers, status } = await get("/2026-10/gstr3b.pdf");
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  test("every table opens into documents that come to it", async () => {
    const { sections, summary } = await ok("/2026-10");
    // biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
    const rows = Object.values<any>(sections).flat();
    for (const [table, sum] of Object.entries<Record<string, number>>(summary)) {
      const ofIt = rows.filter((row) => row.table === table);
      const taxable = ofIt.reduce((all, row) => all + Math.round(row.taxable * 100), 0) / 100;
      const wanted = sum.taxable ?? (sum.nil ?? 0) + (sum.exempt ?? 0) + (sum.nonGst ?? 0);
      expect([table, taxable]).toEqual([table, wanted]);
    }
    const [row] = sections.b2b;
    expect((await world.kaveri.owner.get(`/api${row.link}`)).status).toBe(200);
  });

  test("is in the list with its state", async () => {
    const { periods } = await ok("");
    const october = periods.filter(({ period }: { period: string }) => period === "2026-10");
    expect(october).toEqual([
      {
        ...{ period: "2026-10", return: "GSTR1", status: "open", due: "2026-11-11" },
        ...{ documents: 43, errors: 4, warnings: 11, tax: 231817 },
      },
      expect.objectContaining({ return: "GSTR3B", due: "2026-11-20" }),
    ]);
    expect((await world.narmada.staff.get("/api/gst")).status).toBe(200);
  });
});

const file = (input: object, who = world.kaveri.owner) =>
  who.post("/api/gst/2026-10/filed", {
    ...{ return: "GSTR1", date: "2026-11-10", arn: "AA271026001234Z" },
    ...input,
  });
const codesOf = async (period: string, code: string) =>
  (await ok(`/${period}`)).preflight
    .filter((finding: { code: string }) => finding.code === code)
    .map(({ subject }: { subject: string }) => subject);

describe("a filed month", () => {
  test("keeps its file; what comes late or changes is found, and goes into the next one", async () => {
    const before = JSON.stringify((await get("/2026-10/gstr1.json")).body);
    const filed = await file({}, world.kaveri.staff);
    expect([filed.status, filed.body.filing]).toMatchObject([
      201,
      { period: "2026-10", return: "GSTR1", arn: "AA271026001234Z", documents: 52 },
    ]);
    expect((await ok("/2026-10")).status).toBe("filed");
    const again = await file({});
    expect([again.status, again.body.message]).toEqual([
      409,
      "GSTR-1 of October 2026 is filed already: ARN AA271026001234Z, 10 Nov 2026",
    ]);

    const sendDraft = await world.kaveri.owner.post("/api/invoices/26-27-INV-000218/send", {});
    expect(sendDraft.status).toBe(200);
    const cancelled = await world.kaveri.owner.post("/api/invoices/26-27-INV-000228/cancel", {});
    expect(cancelled.status).toBe(200);
    const after = await ok("/2026-10");
    expect(JSON.stringify((await get("/2026-10/gstr1.json")).body)).toBe(before);
    expect(await codesOf("2026-10", "LATE_DOCUMENT")).toEqual(["26-27/INV/000218"]);
    expect(await codesOf("2026-10", "CHANGED_AFTER_FILING")).toEqual(["26-27/INV/000228"]);
    const numbers = (section: { number: string }[]) => section.map(({ number }) => number);
    expect(numbers(after.sections.b2b)).not.toContain("26-27/INV/000218");
    const november = await ok("/2026-11");
    expect(numbers(november.sections.b2b)).toEqual(["26-27/INV/000218"]);
    expect(await codesOf("2026-11", "LATE_DOCUMENT")).toEqual(["26-27/INV/000218"]);
    expect((await get("/2026-11/gstr1.json")).body.b2b[0].inv[0].idt).toBe("15-10-2026");
    // An advance of October that is used in November is taken off there.
    expect((await ok("/2026-12")).sections.b2b).toEqual([]);
  });

  test("is opened again by the owner alone, and logged", async () => {
    const path = "/api/gst/2026-10/filed?return=GSTR1";
    expect((await world.kaveri.staff.delete(path)).status).toBe(403);
    expect((await world.kaveri.owner.delete(path)).status).toBe(200);
    expect((await world.kaveri.owner.delete(path)).status).toBe(404);
    expect((await ok("/2026-10")).status).toBe("open");
    expect((await ok("/2026-11")).sections.b2b).toEqual([]);
    const log = (await world.kaveri.owner.get("/api/audit?entity=Filing")).body.items;
    expect(log.map(({ action }: { action: string }) => action).slice(0, 1)).toEqual(["DELETE"]);
  });

  test.each([
    [{ arn: "" }, "ARN is required"],
    [{ arn: "AA27" }, "An ARN has 15 letters and digits, such as AA2710260012345"],
    [{ date: "2026-10-31" }, "GSTR-1 of October 2026 is filed after 31 Oct 2026"],
    [{ return: "IFF" }, "An IFF is for the first two months of a quarter"],
    [{ return: "GSTR9" }, "Return must be GSTR1, GSTR3B or IFF"],
  ])("is not filed as %p", async (input, message) => {
    const { status, body } = await file(input);
    expect([status, body.message]).toEqual([400, message]);
    expect((await ok("/2026-10")).filings).toEqual([]);
  });

  test("a period that is no month, and an agency that files none, are told", async () => {
    expect((await get("/2026-13")).status).toBe(404);
    expect((await get("/2026-13")).body.message).toBe("Period must be a month, written YYYY-MM");
    const { owner } = world.narmada;
    await owner.put("/api/metadata", { isComposition: true });
    const refused = await owner.get("/api/gst/2026-10");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "An agency under composition files CMP-08 and GSTR-4, and no GSTR-1 or GSTR-3B",
    ]);
    await owner.put("/api/metadata", { isComposition: false });
  });
});

describe("e-invoices", () => {
  const owner = () => world.narmada.owner;
  const hand = (answer: unknown) => owner().post("/api/gst/einvoices", answer);
  const invoice = async (number: string) =>
    (await owner().get(`/api/invoices/${number}`)).body.invoice;

  test("the file has what needs an IRN and has none; what lacks something is told", async () => {
    const { body } = await owner().get("/api/gst/2026-10/einvoices.json");
    const wanted = await expected("einvoices.json");
    const byNumber = new Map(body.map((one: { DocDtls: { No: string } }) => [one.DocDtls.No, one]));
    for (const one of wanted) expect(byNumber.get(one.DocDtls.No)).toEqual(one);
    expect(body).toHaveLength(wanted.length + 2);
    const { einvoices } = (await owner().get("/api/gst/2026-10")).body;
    const missing = einvoices.filter(({ state }: { state: string }) => state === "MISSING_DETAILS");
    expect(missing.map(({ number }: { number: string }) => number)).toEqual([
      "26-27/INV/000224",
      "26-27/INV/000227",
    ]);
  });

  test("an answer that is none, or another's, changes nothing and says why", async () => {
    const sentences = [
      [await expected("einvoices.json"), "This is the JSON sent to the portal, not its response."],
      [[{ AckNo: 1 }], "No IRN is in this file: it is not a response of the portal."],
      [{}, "No IRN is in this file: it is not a response of the portal."],
    ];
    for (const [answer, message] of sentences) {
      const { status, body } = await hand(answer);
      expect([status, body.message]).toEqual([400, message]);
    }
    const [first] = await expected("irp-response.json");
    const forged = await hand({ ...first, Irn: "a".repeat(64) });
    expect(forged.body).toEqual({
      stored: 0,
      unknown: 0,
      refused: [
        {
          number: "26-27/INV/000201",
          reason: "The IRN is not the one of 26-27/INV/000201; nothing of it was kept.",
        },
      ],
    });
    await owner().put("/api/metadata", { gstNumber: "29AAQFB7320L1ZZ" });
    const other = await hand([first]);
    expect(other.body.refused[0].reason).toBe(
      "This response is for another agency, 27AAKFK4711R1ZR.",
    );
    await owner().put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" });
    expect((await invoice("26-27-INV-000201")).irn).toBe("");
  });

  test("an answer is kept with its code, the document locked until the portal cancels it", async () => {
    const answer = await expected("irp-response.json");
    const unknown = { Irn: "b".repeat(64), AckNo: 1, AckDt: "2026-10-05 10:00:00", Status: "ACT" };
    const wrapped = { Data: JSON.stringify([...answer, unknown]) };
    expect((await hand(wrapped)).body).toEqual({ stored: 3, unknown: 1, refused: [] });
    expect((await hand(answer)).body).toEqual({ stored: 3, unknown: 0, refused: [] });
    const id = "26-27-INV-000201";
    const kept = await invoice(id);
    expect([kept.irn, kept.einvoice.ackNo, kept.einvoice.signedQr]).toEqual([
      answer[0].Irn,
      String(answer[0].AckNo),
      answer[0].SignedQRCode,
    ]);
    expect((await owner().get(`/api/documents/${id}/einvoice`)).body.state).toBe("REGISTERED");
    const edited = await owner().put(`/api/invoices/${id}`, { notes: "Other" });
    expect([edited.status, edited.body.message]).toEqual([
      409,
      "26-27/INV/000201 is registered as an e-invoice: it can no longer be edited, so issue a " +
        "credit or debit note",
    ]);
    expect((await owner().post(`/api/invoices/${id}/cancel`, {})).status).toBe(409);
    const { status } = await owner().get(`/api/invoices/${id}/pdf`);
    expect(status).toBe(200);
    const { body } = await owner().get("/api/gst/2026-10/einvoices.json");
    expect(body).toHaveLength(24);
    const [first] = answer;
    expect((await hand({ ...first, Status: "CNL" })).body.stored).toBe(1);
    expect((await owner().get(`/api/documents/${id}/einvoice`)).body.state).toBe("CANCELLED");
    expect((await invoice(id)).irn).toBe("");
  });

  test("an IRN may be entered by hand, as the portal tells it", async () => {
    const [, , , { irn }] = (await expected("books.json")).documents.filter(
      (document: { irn?: string }) => document.irn,
    );
    const entry = { Irn: irn, AckNo: "112610530645920", AckDt: "2026-10-07 18:05:00" };
    expect((await hand(entry)).body).toEqual({ stored: 1, unknown: 0, refused: [] });
    const { body } = await owner().get("/api/documents/26-27-INV-000208/einvoice");
    expect([body.state, body.ackNo]).toEqual(["REGISTERED", "112610530645920"]);
  });
});
