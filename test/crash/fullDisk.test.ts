import { expect, test } from "bun:test";
import { rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { newFolder, registerOwner, startServer } from "../process.ts";

const onFullDisk = (from: string, at: string) => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  `set -e
  mount -t tmpfs -o size=32m none "${at}"
  cp -a "${from}/." "${at}/"
  if cat /dev/zero > "${at}/filler" 2>/dev/null; then exit 1; fi
  exec "$0" "$@"`,
];

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a server ended by %s starts on a full disk and reads every attachment",
  async (signal) => {
    const [before, full] = [newFolder(), newFolder()];
    const env = { SESSION_SECRET: "a secret that is not kept in the folder" };
    const roomy = await startServer(before.folder, env);
    const { headers } = await registerOwner(roomy.url);
    const papers = Array.from({ length: 24 }, (_, n) => `%PDF-1.4\n${n}\n%%EOF\n`);
    const ids: string[] = [];
    for (const [n, body] of papers.entries()) {
      const url = `${roomy.url}/api/attachments?name=${n}.pdf`;
      const type = { ...headers, "content-type": "application/octet-stream" };
      const kept = await fetch(url, { method: "POST", headers: type, body });
      expect(kept.status).toBe(201);
      ids.push((await kept.json()).attachment._id);
    }
    roomy.child.kill(signal);
    await roomy.child.exited;

    const server = await startServer(full.folder, env, onFullDisk(before.folder, full.folder));
    // The disk is mounted for the server alone, so the test reads it through /proc.
    const disk = `/proc/${server.child.pid}/root${full.folder}`;
    const { bavail } = statfsSync(disk);
    const read = [];
    for (const id of ids) {
      const answer = await fetch(`${server.url}/api/attachments/${id}/content`, { headers });
      read.push(await answer.text());
    }
    expect({ bavail, read }).toEqual({ bavail: 0, read: papers });
    const addAccount = async () => {
      const json = { ...headers, "content-type": "application/json" };
      const body = JSON.stringify({ name: "Petty cash", notes: "n".repeat(5_000) });
      return (await fetch(`${server.url}/api/accounts`, { method: "POST", headers: json, body }))
        .status;
    };
    expect(await addAccount()).toBe(503);
    rmSync(join(disk, "filler"));
    expect(await addAccount()).toBe(201);
    // Each view is logged once another one finds room on the disk.
    await fetch(`${server.url}/api/attachments/${ids[0]}/content`, { headers });
    const views = await fetch(`${server.url}/api/audit?action=VIEW&limit=1`, { headers });
    expect((await views.json()).total).toBe(ids.length + 1);
    server.child.kill("SIGTERM");
    expect(await server.child.exited).toBe(0);
    for (const town of [before, full]) town.remove();
  },
);
