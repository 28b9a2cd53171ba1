import { afterAll, beforeAll, expect, test } from "bun:test";
import { readPages } from "../../pdf.ts";
import { createWorld, made, type World } from "../../world.ts";
import { makeAccounts, YEAR_CSV } from "../../year.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  await makeAccounts(owner);
  const csv = await Bun.file(YEAR_CSV).text();
  made(await owner.upload("/api/transactions/import?createMissing=true", csv));
});
afterAll(() => world.end());

async function pagesFor(query: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${world.kaveri.staff.token}` };
  const url = `http://localhost/api/reports/dashboard.pdf?${query}`;
  const response = await world.app.handle(new Request(url, { headers }));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const [, from, to] = /dateFrom=(.*)&dateTo=(.*)/.exec(query) ?? [];
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="dashboard-report-${from}-to-${to}.pdf"`,
  );
  return readPages(await response.bytes());
}

test("the dashboard's PDF shows the year's totals", async () => {
  const pages = await pagesFor("dateFrom=2025-04-01&dateTo=2026-03-31");
  const text = pages.join("\n");
  for (const said of [
    "kaveri",
    "1 Apr 2025 – 31 Mar 2026",
    "₹2,18,63,127.26",
    "₹1,34,81,144.52",
    "Net Balance (Surplus)",
    "₹83,81,982.74",
    "Money received and paid in this period, GST included.",
    "HDFC Current 4471 (Bank)",
    "₹40,72,104.44",
    "−₹10,82,343.08",
    "Hosting & Domains",
    "₹7,95,493.18",
    "Project Fees",
    "₹1,26,15,739.94",
  ]) {
    expect(text).toContain(said);
  }
  expect(pages.at(-1)).toContain(`Page ${pages.length} of`);
});

test("an empty period says so and still shows the balances", async () => {
  const [page] = await pagesFor("dateFrom=2020-01-01&dateTo=2020-01-31");
  expect(page).toContain("No income or expense in this period");
  expect(page).toContain("No expenses in this period");
  expect(page).toContain("₹4,82,315.60");
});

test("the agency's logo is on its reports from its upload on", async () => {
  const { owner } = world.kaveri;
  const report = async (name: string) => {
    const path = `/api/reports/${name}.pdf?dateFrom=2026-03-31&dateTo=2026-03-31`;
    return (await owner.get(path)).body as string;
  };
  for (const name of ["dashboard", "transactions"]) {
    expect(await report(name)).not.toContain("/Subtype /Image");
  }
  const form = new FormData();
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  form.set("logo", new File([Buffer.from(pixel, "base64")], "logo.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${owner.token}` };
  const upload = new Request("http://localhost/api/users/logo", {
    method: "POST",
    headers,
    body: form,
  });
  expect((await world.app.handle(upload)).status).toBe(200);
  for (const name of ["dashboard", "transactions"]) {
    expect(await report(name)).toContain("/Subtype /Image");
  }
});

test("a report needs a range of dates", async () => {
  for (const report of ["dashboard", "transactions"]) {
    for (const query of ["", "?dateFrom=2026-04-01"]) {
      expect(await world.kaveri.staff.get(`/api/reports/${report}.pdf${query}`)).toMatchObject({
        status: 400,
        body: { message: "Please select a date range first" },
      });
    }
  }
});
