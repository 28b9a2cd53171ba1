import { expect, test } from "bun:test";
import { openPress, renderInvoice } from "../../../server/pdf/pdfQueue.ts";
import { wrapLines } from "../../../server/pdf/wrap.ts";
import { readPages } from "../../pdf.ts";
import { png } from "../../pictures.ts";
import { buildInvoice, LOGO } from "./invoices.ts";

const images = (pdf: Uint8Array) =>
  Buffer.from(pdf).toString("latin1").split("/Subtype /Image").length - 1;

test("a damaged picture is left out of its own document and affects no other", async () => {
  const press = openPress();
  const data = buildInvoice();
  // pdfkit unpacks the pixels of a transparent picture, and throws outside every promise.
  const damaged = png(64, 64);
  damaged[25] = 6; // The header now says RGBA.
  damaged.fill(7, 60, 70);
  const logos = [png(64, 64), damaged, new Uint8Array([1, 2, 3]), png(64, 64)];
  const drawn = await Promise.all(
    logos.map((logo) => press.draw({ paper: "invoice", data, logo })),
  );
  expect(drawn.map(images)).toEqual([1, 0, 0, 1]);
  for (const pdf of drawn) expect((await readPages(pdf))[0]).toContain("TAX INVOICE");
});

test("rejects a document that cannot be drawn and draws the next", async () => {
  const press = openPress();
  const order = { paper: "invoice", logo: undefined } as const;
  await expect(press.draw({ ...order, data: {} })).rejects.toThrow("could not be rendered");
  const broken = press.draw({ ...order, data: { ...buildInvoice(), items: "none" } });
  const next = press.draw({ ...order, data: buildInvoice() });
  await expect(broken).rejects.toThrow("could not be rendered");
  expect((await next).length).toBeGreaterThan(5_000);
});

test("cancels a document that takes too long and ends its thread", async () => {
  const press = openPress(1);
  const items = Array.from({ length: 1_000 }, () => LOGO);
  const order = { paper: "invoice", data: buildInvoice({ items }), logo: undefined } as const;
  const sentence = "This document takes more than 1 s to render: shorten its text or split it";
  await expect(press.draw(order)).rejects.toThrow(sentence);
  await expect(press.draw(order)).rejects.toThrow(sentence);
});

test("the event loop stays free while documents are drawn", async () => {
  await renderInvoice(buildInvoice());
  const items = Array.from({ length: 200 }, () => LOGO);
  let isDrawn = false;
  const drawing = renderInvoice(buildInvoice({ items })).then(() => {
    isDrawn = true;
  });
  let turns = 0;
  while (!isDrawn) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await drawing;
  expect(turns).toBeGreaterThan(20);
});

test("a page does not wait for a document of a thousand lines, which ends with its client", async () => {
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    ...LOGO,
    description: `${n} ${"कखगघङचछजझञ".repeat(40)}`,
  }));
  const gone = new AbortController();
  const long = renderInvoice(buildInvoice({ items }), undefined, gone);
  const waiting = renderInvoice(buildInvoice({ items }), undefined, gone);
  const first = await Promise.race([long, renderInvoice(buildInvoice())]);
  expect(await readPages(first)).toHaveLength(1);
  const ended = Promise.allSettled([long, waiting]);
  gone.abort();
  for (const end of await ended)
    expect(String((end as PromiseRejectedResult).reason)).toContain("aborted");
});

test("draws a single document before those of a zip, in any order of requests", async () => {
  const press = openPress();
  const order = { paper: "invoice", data: buildInvoice(), logo: undefined } as const;
  const drawn: string[] = [];
  const draw = (name: string, isOfMany: boolean) =>
    press.draw(order, { isOfMany }).then(() => drawn.push(name));
  const all = [draw("zip 1", true), draw("zip 2", true), draw("zip 3", true), draw("one", false)];
  await Promise.all(all);
  await Promise.all([draw("zip 4", true), draw("another", false)]);
  expect(drawn).toEqual(["zip 1", "one", "zip 2", "zip 3", "zip 4", "another"]);
});

test("measures little more of an endless word than fits on its lines", () => {
  const word = "क".repeat(500);
  let measured = 0;
  const measure = (part: string) => {
    measured += part.length;
    return part.length * 5;
  };
  expect(wrapLines(word, measure, 125, 30)).toEqual(Array(20).fill("क".repeat(25)));
  expect(measured).toBeLessThan(10 * word.length);
});
