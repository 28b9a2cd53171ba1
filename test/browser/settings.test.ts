import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { png } from "../pictures.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const header = (page: Page) => page.getByRole("banner");
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();
const open = (look = {}, expectComplaints = /400/) =>
  desk.visit("/settings/metadata", { who: desk.world.kaveri.owner, expectComplaints, ...look });

test("shows saved settings in the header at once and after a reload", async () => {
  const { page } = await open();
  await page.getByLabel("Agency name").fill("K");
  await save(page);
  await page.getByText("Agency name must be at least 2 characters").waitFor();
  await page.getByLabel("Agency name").fill("Kaveri Studio");
  await page.getByLabel("Location").fill("12 Church Street\nBengaluru");
  await page.getByLabel("Contact number").fill("080 5550 0100");
  await page.getByLabel("GST number").fill("29aagfs4321p1zp");
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  for (const text of ["Kaveri Studio", "12 Church Street, Bengaluru", "29AAGFS4321P1ZP"]) {
    await header(page).getByText(text).waitFor();
  }
  await page.getByRole("complementary").getByText("Kaveri Studio").waitFor();

  await page.getByLabel("Contact number").fill("080 5550 0101");
  await save(page);
  await header(page).getByText("080 5550 0101").waitFor();
  await page.reload();
  await header(page).getByText("080 5550 0101").waitFor();
  expect(await page.getByLabel("Location").inputValue()).toBe("12 Church Street\nBengaluru");
});

test("warns of a suspicious GSTIN but saves it", async () => {
  const { page } = await open();
  await page.getByLabel("GST number").fill("29AAGFS4321P1ZQ");
  await page.getByText("The last character of this GSTIN should be P; check the number").waitFor();
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  await header(page).getByText("29AAGFS4321P1ZQ").waitFor();
});

test("previews a logo, shows it in the header and rejects a wrong file next to it", async () => {
  const { page } = await open();
  await page.getByText("Square, at least 200x200px. JPG, PNG or GIF, max 5MB").waitFor();
  const picture = (bytes: Uint8Array, name: string) => ({
    name,
    mimeType: "image/png",
    buffer: Buffer.from(bytes),
  });
  await page.getByLabel("Logo").setInputFiles(picture(Buffer.from("<svg/>"), "logo.png"));
  await save(page);
  await page.getByText("Logo must be a PNG, JPEG or GIF image").first().waitFor();

  await page.getByLabel("Logo").setInputFiles(picture(png(300, 300), "kaveri.png"));
  await page.getByRole("img", { name: "The chosen logo" }).waitFor();
  await page.getByText("kaveri.png: save to keep this logo").waitFor();
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  const logo = page.getByRole("img", { name: "The current logo" });
  await logo.waitFor();
  const width = () =>
    page.locator("header img").evaluate((img: HTMLImageElement) => img.naturalWidth);
  await page.waitForFunction(
    () => (document.querySelector("header img") as HTMLImageElement | null)?.naturalWidth,
  );
  expect(await width()).toBe(300);
  expect(await logo.getAttribute("src")).toStartWith("/logos/");
});

test("saves the details needed for returns and sends only changed ones", async () => {
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { aato: { "2020-21": 5 }, lut: [], filing: "MONTHLY" });
  const { page } = await open();
  await page.getByLabel("Legal name").fill("Kaveri Studio Private Limited");
  await page.getByLabel("Legal form").selectOption({ label: "Company" });
  await page.getByLabel("City").fill("Bengaluru");
  await page.getByLabel("PIN Code").fill("560025");
  await page.getByLabel("Turnover in FY 2025-26").fill("1.2.3");
  await page.getByRole("button", { name: "Add LUT" }).click();
  await page.getByRole("button", { name: "Add LUT" }).click();
  const lut = (n: number) => page.getByRole("group", { name: `LUT ${n}` });
  await lut(2).getByLabel("Number").fill("AD290326000001X");
  await lut(2).getByLabel(/^To/).fill("31/3/2025");
  await save(page);
  await page.getByText("Enter an amount, such as 1,23,456.50").waitFor();
  await page.getByText("LUT number is required").waitFor();
  await page.getByText("A LUT must not end before it begins").waitFor();
  expect(await axe(page)).toEqual([]);

  await page.getByRole("button", { name: "Remove LUT 1" }).click();
  await lut(1).getByLabel(/^To/).fill("31/3/2027");
  await page.getByLabel("Turnover in FY 2025-26").fill("1,20,00,000");
  await page.getByLabel("Filing frequency").selectOption({ label: "Quarterly, QRMP" });
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await save(page);
  const names = [...((await sent).postData() ?? "").matchAll(/name="(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(names.toSorted()).toEqual(
    ["aato", "city", "constitution", "filing", "legalName", "lut", "pin"].toSorted(),
  );
  await toast(page, "Metadata updated successfully!").waitFor();
  const kept = {
    legalName: "Kaveri Studio Private Limited",
    city: "Bengaluru",
    pin: "560025",
    filing: "QUARTERLY",
    isComposition: false,
    lut: [{ number: "AD290326000001X", from: "2026-04-01", to: "2027-03-31" }],
    aato: { "2020-21": 5, "2025-26": 12_000_000 },
  };
  expect((await owner.get("/api/metadata")).body.metadata).toMatchObject(kept);

  await page.reload();
  expect(await lut(1).getByLabel("Number").inputValue()).toBe("AD290326000001X");
  expect(await page.getByLabel("Turnover in FY 2025-26").inputValue()).toBe("1,20,00,000.00");
  await page.getByLabel("Composition scheme").check();
  await page.getByLabel("Turnover in FY 2025-26").fill("");
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  const { metadata } = (await owner.get("/api/metadata")).body;
  expect(metadata).toMatchObject({ ...kept, isComposition: true, aato: { "2020-21": 5 } });
  expect(metadata.aato).not.toHaveProperty("2025-26");
});

test("saving blanks nothing if the agency details failed to load", async () => {
  const { owner } = desk.world.narmada;
  await owner.put("/api/metadata", { location: "Indore" });
  const { page } = await desk.visit("/profile", {
    who: owner,
    expectComplaints: /Failed to load resource/,
  });
  await page.getByLabel("Name").waitFor();
  await page.route("**/api/metadata", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ status: 404, json: {} })
      : route.continue(),
  );
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const name = page.getByLabel("Agency name");
  await name.waitFor();
  expect(await name.inputValue()).toBe("narmada");
  await name.fill("Narmada House");
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  expect((await owner.get("/api/metadata")).body.metadata).toMatchObject({
    agencyName: "Narmada House",
    location: "Indore",
  });
});

test("saving the location keeps a name changed by another owner", async () => {
  const { owner } = desk.world.narmada;
  const { page } = await desk.visit("/settings/metadata", {
    who: owner,
    expectComplaints: /Failed to load resource/,
  });
  const openWith = async (status: number) => {
    await page.route("**/api/metadata", (route) =>
      route.request().method() === "GET" ? route.fulfill({ status, json: {} }) : route.continue(),
    );
    await page.reload();
    await page.getByLabel("Agency name").waitFor();
  };
  await openWith(404);
  await page.getByLabel("Agency name").waitFor();
  expect(await page.getByText("The details could not be loaded.").count()).toBe(0);
  await openWith(500);
  await page.getByText("The details could not be loaded.").waitFor();
  expect(await page.getByLabel("Agency name").inputValue()).toBe("Narmada House");

  await owner.put("/api/metadata", { agencyName: "Narmada Studio", location: "Indore" });
  await page.getByLabel("Location").fill("Ujjain");
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  const { metadata } = (await owner.get("/api/metadata")).body;
  expect(metadata).toMatchObject({ agencyName: "Narmada Studio", location: "Ujjain" });
  expect(await page.getByLabel("Agency name").inputValue()).toBe("Narmada Studio");

  await page.reload();
  await page.getByText("The details could not be loaded.").waitFor();
  await save(page);
  await toast(page, "Metadata updated successfully!").waitFor();
  expect((await owner.get("/api/metadata")).body.metadata).toEqual(metadata);

  await page.reload();
  await page.getByText("The details could not be loaded.").waitFor();
  await page.unroute("**/api/metadata");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>("[name=location]")?.value === "Ujjain",
  );
  await page.getByText("The details could not be loaded.").waitFor({ state: "detached" });
});

test("passes axe and does not scroll sideways", async () => {
  const { page } = await open({ phone: true });
  await page.getByLabel("GST number").fill("29");
  await page.getByText("A GSTIN has 15 characters; this has 2").waitFor();
  await assertLooksRight(page, "settings");
});
