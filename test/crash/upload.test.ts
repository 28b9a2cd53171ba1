import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { createWorld, type World } from "../world.ts";

// A client that dies during its upload leaves nothing, and a repeat completes it.

const ROWS = 20_000;
const row = (n: number) => `2026-04-01,Payment ${n},kaveri bank,Fees,Income,${n + 1}.00,\n`;
const csv = CSV_HEADER + Array.from({ length: ROWS }, (_, n) => row(n)).join("");

let world: World;
let url: URL;
beforeAll(async () => {
  world = await createWorld();
  url = new URL(world.listen());
});
afterAll(() => world.end());

test.each([
  ["on the end of a row, with a length", 0.5, true],
  ["in the middle of a row, with a length", 0.31, true],
  ["in chunks", 0.7, false],
])("an upload cut %s changes nothing", async (_, share, hasLength) => {
  const end = csv.indexOf("\n", Math.floor(csv.length * share)) + (share === 0.31 ? 9 : 1);
  const sent = csv.slice(0, end);
  const head = [
    "POST /api/transactions/import HTTP/1.1",
    `Host: ${url.host}`,
    `Authorization: Bearer ${world.kaveri.owner.token}`,
    "Content-Type: text/csv",
    hasLength ? `Content-Length: ${csv.length}` : "Transfer-Encoding: chunked",
  ].join("\r\n");
  const body = hasLength ? sent : `${sent.length.toString(16)}\r\n${sent}\r\n`;

  const ended = endOfNextImport();
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(`${head}\r\n\r\n${body}`, () => socket.destroy());
    });
    socket.on("close", () => resolve());
    socket.on("error", reject);
  });
  expect(await ended).toBe("The upload was cut off");
  expect(await countStaged()).toBe(0);
  expect((await world.kaveri.owner.get("/api/transactions")).body.total).toBe(0);
  expect((await world.kaveri.owner.get("/api/imports")).body.total).toBe(0);
});

test("accepts the complete file", async () => {
  const answer = await world.kaveri.owner.upload("/api/transactions/import", csv);
  expect(answer.body.import.added).toBe(ROWS);
  expect((await world.kaveri.owner.get("/api/books/check")).body.ok).toBe(true);
});

function endOfNextImport(): Promise<string> {
  const { writers: worker } = world.context;
  const { call: ask } = worker;
  const { promise, resolve } = Promise.withResolvers<string>();
  worker.call = (...words) => {
    const answer = ask(...words);
    answer.then(
      () => resolve("It was taken"),
      (error: Error) => resolve(error.message),
    );
    worker.call = ask;
    return answer;
  };
  return promise;
}

async function countStaged(): Promise<number> {
  const [left] = await world.books.read.all<{ count: number }>(
    "SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM import_slices) AS count",
  );
  return left?.count ?? 0;
}
