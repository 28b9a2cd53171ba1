import { expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { newFolder, registerOwner, startServer } from "../process.ts";
import { countStored } from "../server/attaching.ts";
import { createWorld, done, made } from "../world.ts";

// A server killed during an upload must have no partial attachment when it is back.

const SIZE = 3_000_000;
const paper = new Uint8Array(SIZE).fill(37);
paper.set(new TextEncoder().encode("%PDF-1.7"));

test.each([
  ["with a length", true],
  ["in chunks", false],
])("a client that dies during its upload, %s, leaves nothing", async (_, hasLength) => {
  const world = await createWorld();
  const url = new URL(world.listen());
  const { owner } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const path = `/api/attachments?entity=client&id=${client._id}`;
  const head = [
    `POST ${path}&name=bill.pdf HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${owner.token}`,
    hasLength ? `Content-Length: ${SIZE}` : "Transfer-Encoding: chunked",
  ].join("\r\n");
  const sent = Buffer.from(paper.slice(0, 1_000_000));
  const size = Buffer.from(`${sent.length.toString(16)}\r\n`);
  const body = hasLength ? sent : Buffer.concat([size, sent, Buffer.from("\r\n")]);
  const socket = connect(Number(url.port), url.hostname, () => {
    socket.write(`${head}\r\n\r\n`);
    socket.write(body);
  });
  while ((await countStored(world)).chunks < 3) await Bun.sleep(1);
  socket.destroy();
  while ((await countStored(world)).chunks > 0) await Bun.sleep(1);
  expect((await countStored(world)).papers).toBe(0);
  expect(done(await owner.get(path)).items).toEqual([]);
  await world.end();
});

test("kill -9 during an upload leaves no partial file, and the upload can be repeated", async () => {
  const { folder, remove } = newFolder();
  let server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const json = { ...headers, "content-type": "application/json" };
  const body = JSON.stringify({ displayName: "Konkan Foods" });
  const made = await fetch(`${server.url}/api/clients`, { method: "POST", headers: json, body });
  const { client } = await made.json();
  const path = `/api/attachments?entity=client&id=${client._id}`;
  const attach = (body: BodyInit) =>
    fetch(`${server.url}${path}&name=bill.pdf`, { method: "POST", headers, body });
  const list = async () => (await (await fetch(`${server.url}${path}`, { headers })).json()).items;

  const shelf = createClient({
    url: `file:${join(folder, "books.attachments.db")}`,
    concurrency: 1,
  });
  const count = async (table: string) =>
    Number((await shelf.execute(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);
  // Sends two thirds and then nothing more.
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(paper.slice(0, 2_000_000)),
  });
  const cut = attach(stream).then(
    () => "answered",
    () => "cut",
  );
  while ((await count("paper_chunks")) < 7) await Bun.sleep(1);
  expect(await list()).toEqual([]);
  server.child.kill("SIGKILL");
  await server.child.exited;
  expect(await cut).toBe("cut");

  server = await startServer(folder);
  expect(await list()).toEqual([]);
  expect([await count("paper_bytes"), await count("paper_chunks")]).toEqual([0, 0]);
  expect((await attach(paper)).status).toBe(201);
  expect(await list()).toMatchObject([{ name: "bill.pdf", size: SIZE }]);
  server.child.kill("SIGKILL");
  await server.child.exited;

  server = await startServer(folder);
  const check = await fetch(`${server.url}/api/attachments/check`, { headers });
  expect(await check.json()).toEqual({ checked: 1, bytes: SIZE, wrong: [], next: null });
  shelf.close();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  remove();
}, 60_000);
