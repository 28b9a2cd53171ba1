import { expect, test } from "bun:test";
import { join } from "node:path";
import { compareFolders, writeRecording } from "./freeze/compare.ts";
import { describeExchanges } from "./freeze/wire.ts";
import { newFolder } from "./process.ts";

const FIRST = { _id: "1m7z83st8abcd", at: "2026-11-21T06:00:01.234Z", amount: 450 };
const AGAIN = { _id: "1m7z83st9efgh", at: "2026-11-22T07:30:05.678Z", amount: 450 };

const describeReceipt = (receipt: object, operation: string) =>
  describeExchanges([
    {
      request: "POST /api/receipts",
      status: 201,
      headers: new Headers({ "content-type": "application/json", "x-operation": operation }),
      body: new TextEncoder().encode(JSON.stringify({ receipt })),
    },
  ]);

test("two recordings of a response differ in its fields, not in ids and times", async () => {
  const first = await describeReceipt(FIRST, "1m7z83st8abce");
  expect(first).toStartWith("POST /api/receipts\n  201\n");
  expect(await describeReceipt(AGAIN, "1m7z83st9efgj")).toBe(first);
  expect(await describeReceipt({ ...AGAIN, amount: 451 }, "1m7z83st9efgj")).not.toBe(first);
  expect(await describeReceipt({ ...AGAIN, mode: "" }, "1m7z83st9efgj")).not.toBe(first);
  expect(await describeReceipt(AGAIN, AGAIN._id)).not.toBe(first);
});

test("the comparison lists changed fields and missing files, and nothing if all is equal", async () => {
  const { folder, remove } = newFolder();
  const [before, now] = [join(folder, "before"), join(folder, "now")];
  const story = await describeReceipt(FIRST, FIRST._id);
  await writeRecording(before, { "story.txt": story });
  await writeRecording(now, { "story.txt": story });
  expect(await compareFolders(before, now)).toBe("");
  await writeRecording(now, { "story.txt": story.replace("450", "451"), "new.txt": "more\n" });
  const difference = await compareFolders(before, now);
  expect(difference).toContain('-    "amount": 450,\n+    "amount": 451,\n');
  expect(difference).toContain("new file");
  expect(await compareFolders(join(folder, "nothing"), now)).toContain("no recording");
  remove();
});
