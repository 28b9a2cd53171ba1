import { expect, test } from "bun:test";
import { newFolder, registerOwner, runServer, startServer } from "../process.ts";
import { startSqld } from "../sqld.ts";

test("rejects every request while the database is away and recovers afterwards", async () => {
  const { folder, remove } = newFolder();
  const db = await startSqld(folder);
  const env = { DATABASE_URL: db.url, SESSION_SECRET: "of the servers, 32 characters long" };
  const server = await startServer(folder, env);
  const { headers } = await registerOwner(server.url);
  const accounts = () => fetch(`${server.url}/api/accounts`, { headers });
  const health = async () => (await (await fetch(`${server.url}/healthz`)).json()).status;

  db.child.kill("SIGKILL");
  await db.child.exited;
  while ((await health()) !== "unavailable") await Bun.sleep(20);
  const answer = await accounts();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
  const why = "is not responding, or rejects the token in DATABASE_AUTH_TOKEN";
  const stderr = `bahi cannot start: ${db.url} ${why}\n`;
  expect(await runServer(folder, env)).toEqual({ stdout: "", stderr, exitCode: 1 });

  const again = await startSqld(folder, db.ports);
  while ((await health()) !== "ok") await Bun.sleep(20);
  expect((await (await accounts()).json()).accounts).toMatchObject([{ name: "Bank" }]);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  again.child.kill("SIGKILL");
  remove();
});
