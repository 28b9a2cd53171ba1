import { afterAll, beforeAll, expect, test } from "bun:test";
import { ENTER, EVENTS, openStudio, type Studio } from "../server/neelkamal.ts";
import { readArchive } from "../tallyFile.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
let studio: Studio;
beforeAll(async () => {
  desk = await openDesk();
  studio = await openStudio(desk.world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
}, 120_000);
afterAll(() => desk.leave());

test("saves a month for Tally with ledger names suggested from the accountant's list", async () => {
  const { page } = await desk.visit("/reports/tally?month=2026-06", { who: studio.owner });
  await page.getByText("6 vouchers: 1 Sales, 1 Payment, 1 Contra, 1 Purchase, 2 Journal").waitFor();
  const list = `<ENVELOPE><LEDGER NAME="HDFC Current A/c 4521"><PARENT>Bank Accounts</PARENT></LEDGER>
    <LEDGER NAME="Cash"><PARENT>Cash-in-hand</PARENT></LEDGER></ENVELOPE>`;
  const file = { name: "List.xml", mimeType: "text/xml", buffer: Buffer.from(list) };
  await page.getByLabel(/List of Accounts/).setInputFiles(file);
  await page.getByText("2 ledgers read. 2 names are filled in below").waitFor();
  const bank = page.getByRole("combobox", { name: "HDFC Current in Tally", exact: true });
  expect(await bank.inputValue()).toBe("HDFC Current A/c 4521");
  const cash = page.getByRole("combobox", { name: "Petty Cash in Tally", exact: true });
  expect(await cash.inputValue()).toBe("Cash");
  await cash.fill("Cash in hand");
  await page.getByRole("button", { name: "Save names" }).click();
  await page.getByText("Names saved").waitFor();
  await page.getByRole("checkbox", { name: "Create Sahyadri Foods in Tally" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("tally-2026-06.zip");
  const { vouchers, masters } = readArchive(await Bun.file(await download.path()).bytes());
  expect(masters.map(({ name }) => name)).toEqual(["Sahyadri Foods"]);
  const contra = vouchers.find(({ type }) => type === "Contra");
  expect(contra?.lines.map(({ ledger }) => ledger).sort()).toEqual([
    "Cash in hand",
    "HDFC Current A/c 4521",
  ]);
  await page.getByText("Since the last file: 0 new, 0 changed, 0 removed.").waitFor();
});
