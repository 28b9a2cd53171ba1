import { expect, test } from "bun:test";
import { drawInvoice, openPress } from "../../../server/pdf/papers.ts";
import { wrapped } from "../../../server/pdf/wrap.ts";
import { pagesOf } from "../../pdf.ts";
import { png } from "../../pictures.ts";
import { invoiceOf, LOGO } from "./invoices.ts";

const images = (pdf: Uint8Array) =>
  Buffer.from(pdf).toString("latin1").split("/Subtype /Image").length - 1;

test("a picture that is damaged costs its own document the picture, and no other one anything", async () => {
  const press = openPress();
  const data = invoiceOf();
  // pdfkit unpacks the pixels where some of them are transparent, and throws outside of every promise.
  const damaged = png(64, 64);
  damaged[25] = 6; // As the header says: RGBA.
  damaged.fill(7, 60, 70);
  const logos = [png(64, 64), damaged, new Uint8Array([1, 2, 3]), png(64, 64)];
  const drawn = await Promise.all(
    logos.map((logo) => press.draw({ paper: "invoice", data, logo })),
  );
  expect(drawn.map(images)).toEqual([1, 0, 0, 1]);
  for (const pdf of drawn) expect((await pagesOf(pdf))[0]).toContain("TAX INVOICE");
});

test("what cannot be drawn is refused, and the next document is drawn", async () => {
  const press = openPress();
  const order = { paper: "invoice", logo: undefined } as const;
  await expect(press.draw({ ...order, data: {} })).rejects.toThrow("could not be drawn");
  const broken = press.draw({ ...order, data: { ...invoiceOf(), items: "none" } });
  const next = press.draw({ ...order, data: invoiceOf() });
  await expect(broken).rejects.toThrow("could not be drawn");
  expect((await next).length).toBeGreaterThan(5_000);
});

test("a document that takes too long is given up, and its thread ends", async () => {
  const press = openPress(1);
  const items = Array.from({ length: 1_000 }, () => LOGO);
  const order = { paper: "invoice", data: invoiceOf({ items }), logo: undefined } as const;
  await expect(press.draw(order)).rejects.toThrow("more than 1 ms");
  await expect(press.draw(order)).rejects.toThrow("more than 1 ms");
});

test("while documents are drawn, the event loop is free", async () => {
  await drawInvoice(invoiceOf());
  const items = Array.from({ length: 200 }, () => LOGO);
  let isDrawn = false;
  const drawing = drawInvoice(invoiceOf({ items })).then(() => {
    isDrawn = true;
  });
  // What takes a tenth of a second elsewhere leaves this thread its turns meanwhile.
  let turns = 0;
  while (!isDrawn) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await drawing;
  expect(turns).toBeGreaterThan(20);
});

test("a page waits for no document of a thousand lines, which ends with whoever asked for it", async () => {
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    ...LOGO,
    description: `${n} ${"कखगघङचछजझञ".repeat(40)}`,
  }));
  const gone = new AbortController();
  const long = drawInvoice(invoiceOf({ items }), undefined, gone.signal);
  const waiting = drawInvoice(invoiceOf({ items }), undefined, gone.signal);
  const first = await Promise.race([long, drawInvoice(invoiceOf())]);
  expect(await pagesOf(first)).toHaveLength(1);
  gone.abort();
  await expect(long).rejects.toThrow("aborted");
  await expect(waiting).rejects.toThrow("aborted");
});

test("of a word without an end hardly more is measured than what stands on its lines", () => {
  const word = "क".repeat(500);
  let measured = 0;
  const measure = (part: string) => {
    measured += part.length;
    return part.length * 5;
  };
  expect(wrapped(word, measure, 125, 30)).toEqual(Array(20).fill("क".repeat(25)));
  expect(measured).toBeLessThan(10 * word.length);
});
