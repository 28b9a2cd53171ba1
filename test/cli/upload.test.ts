import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createWorld, type World } from "../world.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";

let world: World;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  url = world.listen();
});
afterAll(() => world.end());

const HEADER = "Date,Description,Account,Category,Type,Amount,Notes";

async function csv(name: string, ...rows: string[]) {
  await Bun.write(join(world.folder, name), `${[HEADER, ...rows].join("\n")}\n`);
  return name;
}

type Agency = "kaveri" | "narmada";
const seatOf = (agency: Agency, role: "owner" | "staff" = "owner"): Seat => ({
  url,
  token: world[agency][role].token as string,
  folder: world.folder,
});

const totalOf = async (agency: Agency, q: string) =>
  (await world[agency].owner.get(`/api/transactions?q=${encodeURIComponent(q)}`)).body.total;

/** The time that it took is the only thing that is not the same each time. */
const timeless = (stderr: string) => stderr.replace(/\d+\.\d s/, "N s");

describe("bahi import, on its way", () => {
  test("a file that breaks off while it is read exits 2 and changes nothing", async () => {
    // Its first page is never mapped.
    expect(await bahi(seatOf("kaveri"), ["import", "/proc/self/mem"])).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/^bahi: \/proc\/self\/mem cannot be read: [^\n]+; name a CSV/),
      exitCode: 2,
    });
  });

  test("shows how far it is on a terminal, and leaves one line there", async () => {
    const file = await csv("seen.csv", "2026-04-01,Seen fee,narmada bank,Fees,Income,1,");
    for (const [columns, bar] of [
      [120, "█".repeat(20)],
      [40, ""],
    ] as const) {
      const { screen, exitCode } = await sitDown(
        seatOf("narmada"),
        ["import", file],
        columns,
      ).end();
      const line = `seen.csv  ${bar && `${bar}  `}1 row  N s\r\n`;
      expect(timeless(screen)).toContain(line);
      expect(exitCode).toBe(0);
    }
  });

  test("Ctrl-C in the middle exits 130, gives the terminal back and leaves the books alone", async () => {
    const seat = sitDown(seatOf("narmada"), ["import", "-"], 100);
    const before = seat.flags();
    seat.type(`${HEADER}\n2026-04-01,Half an import,narmada bank,Fees,Income,1,\n`);
    await seat.shows("standard input  1 row");
    seat.type("\u0003");
    const { screen, exitCode, localFlags } = await seat.end();
    expect(screen).toContain(
      "bahi: interrupted; nothing is half-done; run it again, nothing is added twice\r\n",
    );
    expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"));
    expect({ exitCode, localFlags }).toEqual({ exitCode: 130, localFlags: before });
    expect(await totalOf("narmada", "Half an import")).toBe(0);
  });

  test("packs what is sent to another machine, and only that", async () => {
    const seen: (string | null)[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "0.0.0.0",
      async fetch(request) {
        if (request.method === "GET") return Response.json({ user: {} });
        seen.push(request.headers.get("content-encoding"));
        const bytes = await request.bytes();
        const text = seen.length === 1 ? bytes : Bun.gunzipSync(bytes);
        const message = `${text.length} bytes`;
        return Response.json({ message }, { status: 400 });
      },
    });
    const file = await csv("packed.csv", "2026-04-01,Packed fee,kaveri bank,Fees,Income,1,");
    const bytes = Bun.file(join(world.folder, file)).size;
    // 0.0.0.0 is this machine too, but its name does not say so.
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      const seat = { ...seatOf("kaveri"), url: `http://${host}:${server.port}` };
      const { stderr } = await bahi(seat, ["import", file]);
      expect(stderr).toContain(`packed.csv was not imported: ${bytes} bytes; `);
    }
    await server.stop(true);
    expect(seen).toEqual([null, "gzip"]);

    const there = { ...seatOf("kaveri"), url: url.replace("127.0.0.1", "0.0.0.0") };
    expect((await bahi(there, ["import", file])).stdout).toStartWith("Added 1 transaction");
  });

  test("a connection lost on the way exits 6 and says that running it again is safe", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        if (new URL(request.url).pathname === "/api/auth/me") return Response.json({ user: {} });
        for await (const _ of request.body ?? []) break;
        void server.stop(true);
        return new Response();
      },
    });
    const file = await csv("lost.csv", "2026-04-01,Lost fee,kaveri bank,Fees,Income,1,");
    const seat = { url: `http://127.0.0.1:${server.port}`, token: "any", folder: world.folder };
    const { stderr, exitCode } = await bahi(seat, ["import", file]);
    expect(stderr).toMatch(
      /; 1 row of lost\.csv had been sent; run the same command again, nothing is added twice\n$/,
    );
    expect(exitCode).toBe(6);
  });
});
