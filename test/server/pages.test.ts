import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const ask = (path: string, headers: Record<string, string> = {}) =>
  world.app.handle(new Request(`http://localhost${path}`, { headers }));

const RECEIPTS = ["/receipts", "/receipts/new", "/receipts/any", "/settings/receipts"];
const INVOICES = ["/invoices", "/invoices/new", "/invoices/any", "/invoices/any/edit", "/clients"];
const AGENCY = ["/settings/team", "/settings/audit", "/settings/metadata", "/profile"];
const SETTINGS = ["/settings/invoice", "/settings/masters", "/settings/move-in"];
const BOOKS = ["/dashboard", "/transactions", ...RECEIPTS, ...INVOICES, ...SETTINGS];
const PATHS = ["/", "/login", "/register", "/join", ...BOOKS, ...AGENCY];

describe.each(PATHS)("the page %s", (path) => {
  test("is the same for every user and names none", async () => {
    const { body } = await world.stranger.get(path);
    expect(body).toBe((await world.kaveri.owner.get(path)).body);
    expect(body).not.toContain("kaveri");
    expect(body).not.toContain("style=");
  });

  test("allows only its own inline scripts, by hash", async () => {
    const answer = await ask(path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const inline = [
      ...(await answer.text()).matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, script = ""] of inline) {
      const hash = new Bun.CryptoHasher("sha256").update(script).digest("base64");
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  });

  test("is not sent again to a browser that has it", async () => {
    const etag = (await ask(path)).headers.get("etag") ?? "";
    const again = await ask(path, { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await ask(path, { "if-none-match": '"another"' })).status).toBe(200);
  });

  test("names only existing, cacheable files", async () => {
    const urls = listAssets((await world.stranger.get(path)).body);
    for (const url of urls) {
      const answer = await ask(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

test.each(PATHS.filter((path) => path !== "/"))(
  "%s arrives rendered and within its budget of scripts and styles",
  async (path) => {
    const html: string = (await world.stranger.get(path)).body;
    expect(html).toMatch(/<div class="island" data-island="\w+"><\w/);

    const sizes = { script: 0, style: 0 };
    for (const url of listAssets(html)) {
      const packed = await ask(url, { "accept-encoding": "br" });
      const bytes = (await packed.arrayBuffer()).byteLength;
      if (url.endsWith(".js")) sizes.script += bytes;
      if (url.endsWith(".css")) sizes.style += bytes;
    }
    expect(sizes.script).toBeGreaterThan(10_000);
    // React is 54 kB of either; forms with comboboxes have 11 kB of downshift.
    const isDoor = ["/login", "/register", "/join"].includes(path);
    expect(sizes.script).toBeLessThan(isDoor ? 100_000 : 144_000);
    expect(sizes.style).toBeGreaterThan(5_000);
    expect(sizes.style).toBeLessThan(17 * 1024);
  },
);

test("a file is sent in the browser's preferred encoding with its header", async () => {
  const [url = ""] = listAssets((await world.stranger.get("/login")).body).filter((url) =>
    url.endsWith(".js"),
  );
  const plain = new Uint8Array(await (await ask(url)).arrayBuffer());
  const packed = await ask(url, { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("vary")).toBe("accept-encoding");
  expect(new Uint8Array(brotliDecompressSync(await packed.arrayBuffer()))).toEqual(plain);
  expect((await ask(url, { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBe(
    "gzip",
  );
});

test("a missing page is the error page, and a missing API route is JSON", async () => {
  const page = await ask("/no/such?<script>");
  expect(page.status).toBe(404);
  expect(page.headers.get("content-security-policy")).toContain("sha256-");
  const html = await page.text();
  expect(html).toContain("Unexpected Application Error!");
  expect(html).toContain("404 Not Found");
  expect(html).not.toContain("no/such");

  const call = await ask("/api/no/such");
  expect(call.status).toBe(404);
  expect(call.headers.get("content-type")).toStartWith("application/json");
  expect((await ask("/assets/..%2f..%2fpackage.json")).status).toBe(404);
});

test("the sidebar shows exactly the existing pages", async () => {
  const html: string = (await world.stranger.get("/transactions")).body;
  const links = [...html.matchAll(/<a class="nav-item[^"]*" href="([^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  expect(links).toContain("/dashboard");
  for (const path of links) expect((await ask(path)).status).toBe(200);
});

function listAssets(html: string): string[] {
  return [...new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? ""))];
}
