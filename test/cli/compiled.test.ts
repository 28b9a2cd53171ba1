import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCli } from "../../cli/build.ts";
import { createWorld, type World } from "../world.ts";
import { bahi, type Seat, sitDown } from "./bahi.ts";

// One file in a folder of its own, on a machine without Bun and node_modules.

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const folder = join(world.folder, "elsewhere");
  mkdirSync(folder);
  await buildCli(join(folder, "bahi"));
  seat = {
    url: world.listen(),
    token: world.kaveri.owner.token as string,
    folder,
    program: [join(folder, "bahi")],
    env: { PATH: join(folder, "nothing") },
  };
}, 120_000);
afterAll(() => world.end());

test("the compiled program prints help and reaches the server", async () => {
  expect((await bahi(seat, ["--help"])).stdout).toStartWith("Usage: bahi ");
  const { stdout, exitCode } = await bahi(seat, ["whoami", "--json"]);
  expect(JSON.parse(stdout).user.email).toBe("owner@kaveri.test");
  expect(exitCode).toBe(0);
});

test("installs with one line into a folder, with completion", async () => {
  const home = join(world.folder, "home");
  const child = Bun.spawn([process.execPath, "cli/install.ts", join(home, "bin")], {
    cwd: join(import.meta.dir, "../.."),
    env: { PATH: "/usr/bin", HOME: home, XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" },
    stdout: "pipe",
  });
  const said = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  expect(said).toStartWith(`Installed ${home}/bin/bahi\n${home}/bin is not on your PATH; add it: `);
  const installed = { ...seat, program: [join(home, "bin/bahi")] };
  expect((await bahi(installed, ["--version"])).exitCode).toBe(0);
  for (const place of [
    ".local/share/bash-completion/completions/bahi",
    ".config/fish/completions/bahi.fish",
  ]) {
    expect(said).toContain(join(home, place));
    expect(readFileSync(join(home, place), "utf8")).toContain("bahi complete -- ");
  }
}, 120_000);

test("builds for the supported systems only", async () => {
  const child = Bun.spawn([process.execPath, "cli/build.ts", "amiga"], {
    cwd: join(import.meta.dir, "../.."),
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toMatch(
    /^bahi was not built: amiga is not one of linux-x64, [^\n]+\n$/,
  );
  expect(await child.exited).toBe(2);
});

test("ignores settings files of the current folder", async () => {
  writeFileSync(join(seat.folder, ".env"), "BAHI_SERVER=http://127.0.0.1:1\nBAHI_TOKEN=other\n");
  const { url: _, token: __, ...bare } = seat;
  expect(await bahi(bare, ["whoami"])).toMatchObject({
    stderr: expect.stringContaining("you are not signed in to http://127.0.0.1:3000; "),
    exitCode: 4,
  });
});

test("shows progress on a terminal, which needs all of ink", async () => {
  const there = sitDown(seat, ["import", "-"]);
  there.type("Date,Description,Account,Category,Type,Amount,Notes\n");
  there.type("2026-04-01,Fee,kaveri bank,Fees,Income,1,\n");
  await there.shows("standard input  1 row  ");
  // Ctrl-D at the start of a line ends the input.
  there.type("\u0004");
  const { screen, exitCode } = await there.end();
  expect(screen).toContain("Added 1 transaction (₹1.00 in, ₹0.00 out, 0 transfers), 1 Apr 2026.");
  expect(exitCode).toBe(0);
});
