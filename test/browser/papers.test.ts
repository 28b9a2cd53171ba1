import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { jpeg } from "../pictures.ts";
import { addEntry, buildPdf, send } from "../server/attaching.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, dialog, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
let photo: Buffer;
beforeAll(async () => {
  desk = await openDesk();
  photo = Buffer.from(await jpeg(900, 1200));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const PDF = { name: "cab.pdf", mimeType: "application/pdf", buffer: Buffer.from(buildPdf("cab")) };
const photoNamed = (name: string) => ({ name, mimeType: "image/jpeg", buffer: photo });

const choose = (page: Page) => dialog(page).getByLabel("Drop files, paste or choose them").first();
const rows = (page: Page) => dialog(page).getByRole("list", { name: "Attachments" }).locator("li");

async function listAttachmentNames(entity: string, id: string): Promise<string[]> {
  const { items } = done(
    await desk.world.kaveri.owner.get(`/api/attachments?entity=${entity}&id=${id}`),
  );
  return items.map(({ name }: { name: string }) => name).reverse();
}

test("attaches files chosen before an entry is saved", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/transactions#new", { who: owner });
  await dialog(page).getByLabel("Amount").fill("340");
  await dialog(page).getByLabel("Description").fill("Cab to Baner");
  await pick(dialog(page).getByLabel("Account"), "kaveri bank");
  await pick(dialog(page).getByLabel("Category"), "Rent");
  await choose(page).setInputFiles([PDF, photoNamed("meter.jpg")]);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Transaction created successfully");
  const { items } = done(await owner.get("/api/transactions?q=Cab"));
  expect((await listAttachmentNames("transaction", items[0]._id)).sort()).toEqual([
    "cab.pdf",
    "meter.jpg",
  ]);
});

test("views, rotates, saves, deletes and restores an attachment", async () => {
  const { owner } = desk.world.kaveri;
  const id = await addEntry(desk.world.kaveri, "Looked at");
  const query = { entity: "transaction", id };
  made(await send(owner, { ...query, name: "bill.pdf" }, buildPdf("bill")));
  made(await send(owner, { ...query, name: "photo.jpg" }, new Uint8Array(photo)));
  const { page } = await desk.visit("/transactions?preset=custom&q=Looked", { who: owner });
  await page.getByText("Looked at").first().click();
  await rows(page).nth(1).waitFor();
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^bill\.pdf\s+PDF, \d+ bytes$/),
    expect.stringMatching(/^photo\.jpg\s+JPEG, \d+ kB$/),
  ]);
  await rows(page).getByRole("button", { name: "photo.jpg", exact: true }).click();
  const viewer = page.getByRole("dialog", { name: "Attachments" });
  const picture = viewer.getByRole("img", { name: "photo.jpg" });
  const isPortrait = (wanted: boolean) =>
    page.waitForFunction((wanted) => {
      const { naturalHeight = 0, naturalWidth = 0 } =
        document.querySelector<HTMLImageElement>(".viewer img") ?? {};
      return naturalHeight > 0 && naturalHeight > naturalWidth === wanted;
    }, wanted);
  await isPortrait(true);
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  await viewer.getByRole("button", { name: "Larger" }).click();
  expect(await width()).toBeGreaterThan(before * 1.4);
  await viewer.getByRole("button", { name: "Turn" }).click();
  await isPortrait(false);
  await viewer.getByText("2 of 2").waitFor();
  expect(await axe(page)).toEqual([]);

  await viewer.getByRole("button", { name: "PDF bill.pdf" }).click();
  await viewer.getByText("No preview of this PDF. Download it to view it.").waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("button", { name: "Open" }).last().click(),
  ]);
  expect(saved.suggestedFilename()).toBe("bill.pdf");
  await viewer.getByRole("button", { name: "Close" }).click();

  await rows(page).getByRole("button", { name: "Delete bill.pdf" }).click();
  await rows(page).getByText("bill.pdf was deleted").waitFor();
  expect(await listAttachmentNames("transaction", id)).toEqual(["photo.jpg"]);
  await rows(page).getByRole("button", { name: "Undo" }).click();
  await rows(page).getByRole("button", { name: "bill.pdf", exact: true }).waitFor();
  expect(await listAttachmentNames("transaction", id)).toEqual(["photo.jpg", "bill.pdf"]);
});

test("explains a rejected file next to its name and accepts a pasted picture", async () => {
  const { owner } = desk.world.kaveri;
  const id = await addEntry(desk.world.kaveri, "Pasted to");
  const { page } = await desk.visit("/transactions?preset=custom&q=Pasted", {
    who: owner,
    expectComplaints: /400/,
  });
  await page.getByText("Pasted to").first().click();
  const html = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<html>") };
  await choose(page).setInputFiles(html);
  await rows(page).getByText("Web pages and SVG pictures are not supported").waitFor();
  await rows(page).getByRole("button", { name: "Dismiss page.html" }).click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["%PDF-1.7 pasted"], "pasted.pdf"));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await rows(page).getByRole("button", { name: "pasted.pdf", exact: true }).waitFor();
  expect(await listAttachmentNames("transaction", id)).toEqual(["pasted.pdf"]);
});

test("invoices, notes, receipts and clients have attachments, on a phone too", async () => {
  const { owner, account } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "A film", qty: 1, rate: 900 }];
  const bill = { clientId: client._id, date: "2026-10-05", items };
  const invoice = made(await owner.post("/api/invoices", bill));
  done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
  const why = { kind: "CREDIT_NOTE", reason: "OTHER", date: "2026-10-06" };
  const note = made(await owner.post("/api/notes", { ...why, invoiceId: invoice._id, items }));
  const paid = { client: { name: "Meera" }, purpose: "A logo", amount: 5, mode: "UPI" };
  const { receipt } = made(
    await owner.post("/api/receipts", { ...paid, date: "2026-10-07", accountId: account._id }),
  );
  const places = [
    ["invoice", invoice._id, `/invoices/${invoice._id}`],
    ["note", note._id, `/notes/${note._id}`],
    ["receipt", receipt._id, `/receipts/${receipt._id}`],
    ["client", client._id, `/clients?client=${client._id}`],
  ];
  for (const [entity = "", id = "", path = ""] of places) {
    for (const phone of [false, true]) {
      const { page } = await desk.visit(path, { who: owner, phone });
      const name = `${entity}${phone ? "-phone" : ""}.jpg`;
      const input = page.getByLabel(phone ? "Take a photo" : "Drop files, paste or choose them");
      // A different picture each time, because a record holds each picture once.
      const file = { ...photoNamed(name), buffer: Buffer.concat([photo, Buffer.from(name)]) };
      await input.setInputFiles(file);
      const list = page.getByRole("list", { name: "Attachments" });
      await list.getByRole("button", { name, exact: true }).waitFor();
      expect(await axe(page)).toEqual([]);
      await desk.clear();
    }
    expect(await listAttachmentNames(entity, id)).toEqual([`${entity}.jpg`, `${entity}-phone.jpg`]);
  }
});
