import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bahi } from "./bahi.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bahi-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(answer: () => Response) {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const url = `http://127.0.0.1:${server.port}`;
  const said = await bahi({ url, token: "any", folder }, ["whoami", "--json"]);
  await server.stop(true);
  const { message, ...rest } = JSON.parse(said.stdout);
  return { ...said, stderr: said.stderr.replaceAll(url, "URL"), message, rest };
}

const html = (status: number) =>
  new Response("<html>nginx</html>", { status, headers: { "content-type": "text/html" } });

test("exits 1 for an HTML response with any status: the server is not bahi", async () => {
  for (const status of [200, 401, 404, 502]) {
    const { stderr, exitCode } = await ask(() => html(status));
    expect(stderr).toMatch(
      /^bahi: URL does not seem to be bahi: [^\n]+; name the right server [^\n]+\n$/,
    );
    expect(exitCode).toBe(1);
  }
});

test("rejects foreign JSON and a redirect as not bahi", async () => {
  expect(await ask(() => Response.json({ hello: "world" }))).toMatchObject({ exitCode: 1 });
  expect(await ask(() => Response.json({ error: "no" }, { status: 404 }))).toMatchObject({
    exitCode: 1,
  });
  const { stderr, exitCode } = await ask(() => Response.redirect("https://books.example/"));
  expect(stderr).toContain("it redirects to https://books.example/");
  expect(exitCode).toBe(1);
});

test("a 500 exits 1 with the server's message", async () => {
  const body = { message: "Something went wrong", requestId: "r-1" };
  expect(await ask(() => Response.json(body, { status: 500 }))).toMatchObject({
    exitCode: 1,
    message: "Something went wrong",
    rest: { requestId: "r-1" },
  });
});

test("429 and 503 exit 6 and print when to retry, also for HTML", async () => {
  const headers = { "retry-after": "600" };
  const busy = Response.json({ message: "Too many attempts" }, { status: 429, headers });
  expect(await ask(() => busy)).toMatchObject({
    stderr: "bahi: Too many attempts; try again in 10 minutes\n",
    exitCode: 6,
  });
  expect(await ask(() => html(503))).toMatchObject({
    stderr: "bahi: URL is busy (503); try again in a few seconds\n",
    exitCode: 6,
  });
});

test.each([
  [400, 3],
  [401, 4],
  [403, 4],
  [404, 5],
  [409, 3],
  [413, 3],
  [415, 3],
])("%d exits %d with one line that says what to do", async (status, exitCode) => {
  const said = await ask(() => Response.json({ message: "No, thank you." }, { status }));
  expect(said).toMatchObject({ exitCode, message: "No, thank you." });
  expect(said.stderr).toMatch(/^bahi: No, thank you; [^\n]+\n$/);
});

test("a refused connection and an unknown host exit 6", async () => {
  const gone = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => html(200) });
  const url = `http://127.0.0.1:${gone.port}`;
  await gone.stop(true);
  expect(await bahi({ url, token: "any", folder }, ["whoami"])).toEqual({
    stdout: "",
    stderr:
      `bahi: no response from ${url}: no server is listening there; ` +
      "check that it is running and reachable, or name another with --server\n",
    exitCode: 6,
  });
  const nowhere = { url: "http://no-such-host.invalid", token: "any", folder };
  expect(await bahi(nowhere, ["whoami"])).toMatchObject({ exitCode: 6 });
});

test("a truncated response exits 6", async () => {
  const server = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    socket: {
      data(socket) {
        socket.write(
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
        );
        socket.end();
      },
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const { stderr, exitCode } = await bahi({ url, token: "any", folder }, ["whoami"]);
  server.stop(true);
  expect(stderr).toContain(`bahi: no response from ${url}: the connection was cut; `);
  expect(exitCode).toBe(6);
});

test("a server without HTTP is not bahi", async () => {
  const server = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    socket: { data: (socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n") },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const { exitCode } = await bahi({ url, token: "any", folder }, ["whoami"]);
  server.stop(true);
  expect(exitCode).toBe(1);
});

test("an invalid address exits 2", async () => {
  expect(await bahi({ url: "localhost:3000", token: "any", folder }, ["whoami"])).toMatchObject({
    stderr:
      "bahi: BAHI_SERVER is not a valid address: localhost:3000; write it like http://127.0.0.1:3000\n",
    exitCode: 2,
  });
});
