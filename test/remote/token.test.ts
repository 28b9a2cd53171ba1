import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  newFolder,
  registerOwner,
  runServer,
  type ServerProcess,
  startServer,
} from "../process.ts";
import { type Sqld, startSqld } from "../sqld.ts";

// A database server that accepts only tokens signed by its key.

const { folder, remove } = newFolder();
const SESSION_SECRET = "of the servers, 32 characters long";
let db: Sqld;
let server: ServerProcess;
let key: KeyObject;

beforeAll(async () => {
  const pair = generateKeyPairSync("ed25519");
  key = pair.privateKey;
  const path = join(folder, "public.pem");
  writeFileSync(path, pair.publicKey.export({ type: "spki", format: "pem" }));
  db = await startSqld(folder, undefined, ["--auth-jwt-key-file", path]);
});
afterAll(() => {
  for (const one of [server, db]) one?.child.kill("SIGKILL");
  remove();
});

function token(): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const text = `${part({ alg: "EdDSA", typ: "JWT" })}.${part({ exp: Math.floor(Date.now() / 1000) + 60 })}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}

test.each([
  ["no token", {}],
  ["another's", { DATABASE_AUTH_TOKEN: "a.b.c" }],
])("with %s bahi does not start and prints the reason in one line", async (_, env) => {
  const why = "is not responding, or rejects the token in DATABASE_AUTH_TOKEN";
  expect(await runServer(folder, { DATABASE_URL: db.url, SESSION_SECRET, ...env })).toEqual({
    stdout: "",
    stderr: `bahi cannot start: ${db.url} ${why}\n`,
    exitCode: 1,
  });
});

test("with the right token it serves, and so does its replica", async () => {
  server = await startServer(folder, {
    DATABASE_URL: db.url.replace("http:", "libsql:").concat("?tls=0"),
    DATABASE_REPLICA: join(folder, "replica.db"),
    DATABASE_AUTH_TOKEN: token(),
    SESSION_SECRET,
  });
  const { headers } = await registerOwner(server.url);
  await server.hasLogged(/Reads come from the replica/);
  const accounts = async () =>
    (await (await fetch(`${server.url}/api/accounts`, { headers })).json()).accounts;
  while ((await accounts()).length === 0) await Bun.sleep(20);
  db.child.kill("SIGSTOP");
  const health = async () => (await (await fetch(`${server.url}/healthz`)).json()).status;
  while ((await health()) !== "read-only") await Bun.sleep(20);
  expect(await accounts()).toMatchObject([{ name: "Bank" }]);
  db.child.kill("SIGCONT");
  while ((await health()) !== "ok") await Bun.sleep(20);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
});

test.each([
  [
    { DATABASE_URL: "http://127.0.0.1:1" },
    "SESSION_SECRET must be set to the same value on every server of one database",
  ],
  [{ DATABASE_REPLICA: "http://127.0.0.1:1" }, "DATABASE_REPLICA must be the path of a file"],
  [
    { DATABASE_ADMIN_URL: "127.0.0.1:9090" },
    "DATABASE_ADMIN_URL must be http://HOST or https://HOST",
  ],
])("with %p it does not start and names the setting", async (env, message) => {
  const { exitCode, stderr } = await runServer(folder, { DATABASE_URL: db.url, ...env });
  expect([exitCode, stderr]).toEqual([1, `bahi cannot start: ${message}\n`]);
});
