import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expected, MONTH } from "../returnsBooks.ts";
import { createWorld, done, type World } from "../world.ts";
import { findPath, moveOctoberIn } from "./octoberIn.ts";

// October 2026 of an invented agency: the API must return every file and amount of it.

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
  test("has the expected portal file, byte-identical each time", async () => {
    const { headers, body } = await get("/2026-10/gstr1.json");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="returns_\d+_R1_27AAKFK4711R1ZR_offline\.json"$/,
    );
    expect(noDesc(body)).toBe(noDesc(withoutBought(await expected("gstr1.json"))));
    expect(JSON.stringify((await get("/2026-10/gstr1.json")).body)).toBe(JSON.stringify(body));
  });

  test("has the expected sheets", async () => {
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

  test("has the expected issues, tables and GSTR-3B", async () => {
    const period = await ok("/2026-10");
    const found = period.preflight.map(({ code, level, subject }: Record<string, string>) => ({
      code,
      level,
      subject,
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
      taxable: 1350210.37,
      igst: 113403.28,
      cgst: 45707.34,
      sgst: 45707.34,
    });
    expect(shown.reverseCharge).toBe(200000);
    expect(shown.payable).toEqual({ igst: 140403, cgst: 45707, sgst: 45707, total: 231817 });
    const { isup_rev: _, ...outward } = (await expected("gstr3b.json")).sup_details;
    expect((await ok("/2026-10/gstr3b.json")).sup_details).toMatchObject(outward);
    const { headers, status } = await get("/2026-10/gstr3b.pdf");
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  test("opens every table into documents that add up to it", async () => {
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
    expect((await world.kaveri.owner.get(`/api/invoices/${row.documentId}`)).status).toBe(200);
  });

  test("is listed with its status", async () => {
    const { periods } = await ok("");
    const october = periods.filter(({ period }: { period: string }) => period === "2026-10");
    expect(october).toEqual([
      {
        period: "2026-10",
        return: "GSTR1",
        status: "open",
        due: "2026-11-11",
        documents: 43,
        errors: 4,
        warnings: 11,
        tax: 231817,
      },
      expect.objectContaining({ return: "GSTR3B", due: "2026-11-20" }),
    ]);
    expect((await world.narmada.staff.get("/api/gst")).status).toBe(200);
  });
});

const file = (input: object, who = world.kaveri.owner) =>
  who.post("/api/gst/2026-10/filed", {
    return: "GSTR1",
    date: "2026-11-10",
    arn: "AA271026001234Z",
    ...input,
  });
const listCodes = async (period: string, code: string) =>
  (await ok(`/${period}`)).preflight
    .filter((finding: { code: string }) => finding.code === code)
    .map(({ subject }: { subject: string }) => subject);

test("any valid GSTIN gives a downloadable file name", async () => {
  const { owner } = world.narmada;
  for (const gstNumber of ["२७AAACB1234C1ZF", '27"; x="']) {
    done(await owner.put("/api/metadata", { gstNumber }));
    for (const file of ["gstr1.json", "gstr3b.json"]) {
      const { status, headers } = await owner.get(`/api/gst/2026-10/${file}`);
      expect([status, headers.get("content-disposition")]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="[^"]+"; filename\*=UTF-8''[^";]+$/),
      ]);
    }
  }
  done(await owner.put("/api/metadata", { gstNumber: "" }));
});

describe("a filed month", () => {
  test("keeps its file, and late or changed documents go into the next one", async () => {
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
      "GSTR-1 for October 2026 is already filed: ARN AA271026001234Z, 10 Nov 2026",
    ]);

    const at = (number: string) => findPath(world, "kaveri", number);
    const { owner } = world.kaveri;
    const sendDraft = await owner.post(`/api${await at("26-27/INV/000218")}/send`, {});
    expect(sendDraft.status).toBe(200);
    const path = await at("26-27/INV/000228");
    const cancelled = await owner.post(`/api${path}/cancel`, {});
    expect([cancelled.status, cancelled.body]).toEqual([
      409,
      {
        code: "filed_return",
        message:
          "26-27/INV/000228 is in the filed GSTR-1 for 2026-10: issue a credit note for it instead",
      },
    ]);
    const { invoice } = done(await owner.get(`/api${path}`));
    const [first, ...rest] = invoice.items;
    const { taxable, cgst, sgst, igst, pureAgent, ...item } = first;
    const items = [
      { ...item, rate: item.rate + 1 },
      ...rest.map(({ taxable, cgst, sgst, igst, ...one }: typeof first) => one),
    ];
    done(await owner.put(`/api${path}`, { items }));
    const after = await ok("/2026-10");
    expect(JSON.stringify((await get("/2026-10/gstr1.json")).body)).toBe(before);
    expect(await listCodes("2026-10", "LATE_DOCUMENT")).toEqual(["26-27/INV/000218"]);
    expect(await listCodes("2026-10", "CHANGED_AFTER_FILING")).toEqual(["26-27/INV/000228"]);
    const numbers = (section: { number: string }[]) => section.map(({ number }) => number);
    expect(numbers(after.sections.b2b)).not.toContain("26-27/INV/000218");
    const november = await ok("/2026-11");
    expect(numbers(november.sections.b2b)).toEqual(["26-27/INV/000218"]);
    expect(await listCodes("2026-11", "LATE_DOCUMENT")).toEqual(["26-27/INV/000218"]);
    expect((await get("/2026-11/gstr1.json")).body.b2b[0].inv[0].idt).toBe("15-10-2026");
    expect((await ok("/2026-12")).sections.b2b).toEqual([]);
  });

  test("is reopened by the owner alone, and logged", async () => {
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
    [{ date: "2026-10-31" }, "GSTR-1 for October 2026 can be filed only after 31 Oct 2026"],
    [{ return: "IFF" }, "An IFF is for the first two months of a quarter"],
    [{ return: "GSTR9" }, "Return must be GSTR1, GSTR3B or IFF"],
  ])("is not filed as %p", async (input, message) => {
    const { status, body } = await file(input);
    expect([status, body.message]).toEqual([400, message]);
    expect((await ok("/2026-10")).filings).toEqual([]);
  });

  test("rejects an invalid period and an agency without returns", async () => {
    expect((await get("/2026-13")).status).toBe(404);
    expect((await get("/2026-13")).body.message).toBe("Period must be a month, written YYYY-MM");
    const { owner } = world.narmada;
    await owner.put("/api/metadata", { isComposition: true });
    const refused = await owner.get("/api/gst/2026-10");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "An agency under composition files CMP-08 and GSTR-4, not GSTR-1 or GSTR-3B",
    ]);
    await owner.put("/api/metadata", { isComposition: false });
  });
});

describe("an issue", () => {
  test("is reported before the month is closed", async () => {
    const { preflight } = await ok("/2026-10");
    const errors = preflight.filter(({ level }: { level: string }) => level === "ERROR");
    const { gstErrors } = done(await world.kaveri.owner.get("/api/locks/open?to=2026-10-31"));
    expect(gstErrors).toBe(new Set(errors.map((one: { subject: string }) => one.subject)).size);
    expect(gstErrors).toBeGreaterThan(0);
  });

  const findFix = async (code: string, subject: string) =>
    (await ok("/2026-10")).preflight.find(
      (finding: { code: string; subject: string }) =>
        finding.code === code && finding.subject === subject,
    )?.fix;
  const correct = (input: object) => world.kaveri.owner.put("/api/gst/2026-10/corrections", input);

  test("is fixed by one field, on client and documents", async () => {
    const gstin = await findFix("CLIENT_GSTIN_INVALID", "Konkan Travels");
    expect(gstin).toMatchObject({ field: "gstin", value: "27AAGFK6155N1ZA", lines: [] });
    const wrong = await correct({ ...gstin, value: "27AAGFK6155N1ZB" });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "value"]);
    expect((await correct({ ...gstin, value: "27aagfk6155n1zt" })).status).toBe(200);
    expect(await listCodes("2026-10", "CLIENT_GSTIN_INVALID")).toEqual([]);
    const rows = (await ok("/2026-10")).sections.b2b;
    expect(rows.map(({ number }: { number: string }) => number)).toContain("26-27/INV/000224");

    const { id, lines } = await findFix("HSN_MISSING", "26-27/INV/000227");
    expect(lines).toEqual([{ line: 2, description: "Sundry", value: "" }]);
    const codes = [
      { line: 1, value: "998311" },
      { line: 2, value: "998399" },
    ];
    expect((await correct({ field: "hsnSac", id, lines: codes })).status).toBe(200);
    expect(await listCodes("2026-10", "HSN_MISSING")).toEqual([]);
    expect(await listCodes("2026-10", "HSN_SHORT")).toEqual([]);
    const odd = await correct({ field: "hsnSac", id, lines: [{ line: 1, value: "99" }] });
    expect([odd.status, odd.body.message]).toEqual([400, "An HSN or SAC has 4, 6 or 8 digits"]);
    expect((await world.kaveri.owner.get("/api/books/check")).body.ok).toBe(true);
  });

  test("cannot be fixed if its document is in the portal", async () => {
    const path = await findPath(world, "kaveri", "26-27/INV/000201");
    const lines = [{ line: 1, value: "998311" }];
    const { status } = await correct({ field: "hsnSac", id: path.split("/")[2], lines });
    expect(status).toBe(409);
  });
});
