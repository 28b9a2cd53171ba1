import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  url = world.listen();
});
const open: Bun.Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.end();
  await world.end();
});

/** Sends these bytes and no more. The response is available once it has begun. */
async function send(text: string): Promise<{ answer: Promise<string> }> {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      data: (_, bytes) => resolve(bytes.toString()),
      close: () => resolve("closed"),
      error: () => resolve("closed"),
    },
  });
  open.push(socket);
  socket.write(text);
  return { answer };
}

async function readStatus(text: string): Promise<number> {
  const { answer } = await send(text);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]);
}

const head = () =>
  `Host: bahi\r\nAuthorization: Bearer ${world.kaveri.owner.token}\r\nConnection: close\r\n`;
const JSON_TYPE = { "content-type": "application/json" };

describe("input limits", () => {
  test("stop long addresses, headers and queries, and too many headers, before they reach bahi", async () => {
    const long = "a".repeat(20_000);
    const many = Array.from({ length: 2_000 }, (_, n) => `${n}=1`);
    expect(await readStatus(`GET /api/accounts HTTP/1.1\r\n${head()}\r\n`)).toBe(200);
    expect(await readStatus(`GET /${long} HTTP/1.1\r\n${head()}\r\n`)).toBe(431);
    expect(await readStatus(`GET /api/accounts HTTP/1.1\r\n${head()}X: ${long}\r\n\r\n`)).toBe(431);
    const query = `${many.join("&")}&q=${long}`;
    expect(await readStatus(`GET /api/accounts?${query} HTTP/1.1\r\n${head()}\r\n`)).toBe(431);
    const lines = many.map((line) => `x-${line.replace("=", ": ")}`).join("\r\n");
    expect(await readStatus(`GET /api/accounts HTTP/1.1\r\n${head()}${lines}\r\n\r\n`)).toBe(431);
  });

  test("stop a large body by its declared and its sent length", async () => {
    const post = (path: string, rest: string) =>
      readStatus(`POST ${path} HTTP/1.1\r\n${head()}Content-Type: application/json\r\n${rest}`);
    const accounts = "/api/accounts";
    expect(await post(accounts, "Content-Length: 2000000\r\n\r\n{")).toBe(413);
    expect(await post(accounts, "Content-Length: 99999999999\r\n\r\n{")).toBe(413);
    const chunk = `${(1 << 20).toString(16)}\r\n${" ".repeat(1 << 20)}\r\n`;
    const chunks = `Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
    expect(await post(accounts, chunks)).toBe(413);
    for (const wrong of ["Content-Length: -5", "Content-Length: 5\r\nTransfer-Encoding: chunked"]) {
      expect(await post(accounts, `${wrong}\r\n\r\n0\r\n\r\n`)).toBe(400);
    }
  });

  test("stop deep JSON anywhere", async () => {
    const { owner } = world.kaveri;
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    for (const body of [nested(400_000), nested(21), `{"name":"Deep","extra":${nested(20)}}`]) {
      const { status, body: said } = await owner.call("POST", "/api/accounts", body, JSON_TYPE);
      expect([status, said.message]).toEqual([400, "The request body is nested too deep"]);
    }
    const fine = `{"name":"Not so deep","extra":${nested(19)}}`;
    expect((await owner.call("POST", "/api/accounts", fine, JSON_TYPE)).status).toBe(201);
  });

  test("stop JSON with too many values, however many fit", async () => {
    const { owner } = world.kaveri;
    const zeros = `[${"0,".repeat(100_001)}0]`;
    const keys = Array.from({ length: 60_000 }, (_, n) => `"${n}":0`).join();
    for (const extra of [zeros, `{${keys}}`, `["${'\\"'.repeat(9)}"${',""'.repeat(60_000)}]`]) {
      const body = `{"name":"Many","extra":${extra}}`;
      const answer = await owner.call("POST", "/api/accounts", body, JSON_TYPE);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        "The request body has too many values",
      ]);
    }
    const commas = `{"name":"Not so many","extra":"${",[{".repeat(100_000)}\\\\\\""}`;
    expect((await owner.call("POST", "/api/accounts", commas, JSON_TYPE)).status).toBe(201);
  });

  test("stop a number with too many digits, at its position", async () => {
    const { owner, account, fees } = world.kaveri;
    const post = (amount: string, description = "1.00000000000000000000001") =>
      owner.call(
        "POST",
        "/api/transactions",
        `{"date":"2026-04-01","description":"${description}","type":"Income","amount":${amount},
          "accountId":"${account._id}","categoryId":"${fees._id}"}`,
        JSON_TYPE,
      );
    for (const amount of [`1.${"0".repeat(5_000)}1`, "1.0000000000000000000001"]) {
      const { status, body } = await post(amount);
      expect([status, body.errors]).toEqual([
        400,
        [{ path: "amount", message: "Amount must be a number" }],
      ]);
    }
    expect((await post("1.25")).status).toBe(201);
  });

  test("stop a form with too many fields or bytes", async () => {
    const put = (fields: number, size = 1) => {
      const field = `--b\r\ncontent-disposition: form-data; name="n"\r\n\r\n${"x".repeat(size)}\r\n`;
      return world.kaveri.owner.call("PUT", "/api/metadata", `${field.repeat(fields)}--b--\r\n`, {
        "content-type": "multipart/form-data; boundary=b",
      });
    };
    expect((await put(100)).status).toBe(200);
    const { status, body } = await put(101);
    expect([status, body.message]).toEqual([413, "The form has more than 100 fields"]);
    expect((await put(1, 17 << 20)).status).toBe(413);
  });
});

test("a slow, partial or silent sender delays no one", async () => {
  const { owner } = world.kaveri;
  const waiting = [];
  for (let n = 0; n < 100; n++) {
    waiting.push(await send(`GET /api/accounts HTTP/1.1\r\nHost: bahi\r\nX-Slow`));
    waiting.push(
      await send(
        `POST /api/accounts HTTP/1.1\r\n${head()}Content-Type: application/json\r\n` +
          'Content-Length: 500\r\n\r\n{"name":',
      ),
    );
    // An agency may send twenty files at once; the test sends another one below.
    const [path, type] =
      n < 19 ? ["transactions/import", "text/csv"] : ["categories", "application/json"];
    waiting.push(
      await send(
        `POST /api/${path} HTTP/1.1\r\n${head()}Content-Type: ${type}\r\n` +
          `Content-Length: 5000\r\n\r\n${CSV_HEADER}2026-04-01,Half`,
      ),
    );
    waiting.push(await send(""));
  }

  const over = new Set<unknown>();
  for (const { answer } of waiting) void answer.then((text) => over.add(text));
  const headers = { authorization: `Bearer ${owner.token}` };
  for (const path of ["/healthz", "/login", "/api/transactions", "/api/books/check"]) {
    expect((await fetch(url + path, { headers })).status).toBe(200);
  }
  const imported = await fetch(`${url}/api/transactions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body: `${CSV_HEADER}2026-04-01,Whole,kaveri bank,Fees,Income,5,\n`,
  });
  expect(imported.status).toBe(201);
  expect((await owner.get("/api/transactions?q=Half")).body.total).toBe(0);
  expect(over.size).toBe(0);
});
