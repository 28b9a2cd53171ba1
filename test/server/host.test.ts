import { afterAll, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { toPlainText } from "./clientPages.ts";

let world: World;
let port: number;
beforeAll(async () => {
  world = await createWorld();
  port = Number(new URL(world.listen()).port);
});
afterAll(() => world.end());

async function answerTo(text: string): Promise<{ status: number; body: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (open) => void open.write(text),
      data(_, bytes) {
        said += bytes.toString("latin1");
        const [head = "", ...body] = said.split("\r\n\r\n");
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        if (length && body.join("\r\n\r\n").length >= Number(length)) resolve(said);
      },
      close: () => resolve(said),
    },
  });
  const [head = "", ...body] = (await promise).split("\r\n\r\n");
  socket.end();
  return { status: Number(head.split(" ")[1]), body: body.join("\r\n\r\n") };
}

const REFUSED = { status: 400, body: '{"message":"Send a Host header that names this server"}' };
const PATHS = ["/healthz", "/api/accounts", "/login", "/nothing", "/assets/x.js", "/logos/x"];
const HOSTS = [
  "a b",
  "x@y",
  "",
  "localhost:abc",
  "[::1",
  "a/b",
  "a?b",
  "a#b",
  "%00",
  "a%20b",
  "<x>",
];

test("an invalid Host is an error on every path, without a stack in the log", async () => {
  for (const host of [...HOSTS, "localhost:99999", "ünï"]) {
    for (const path of PATHS) {
      const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect([host, path, answer]).toEqual([host, path, REFUSED]);
    }
  }
  const register = '{"name":"Asha"}';
  const post = `POST /api/auth/register HTTP/1.1\r\nHost: a b\r\nContent-Type: application/json\r\n`;
  const length = `Content-Length: ${register.length}\r\n\r\n`;
  expect(await answerTo(post + length + register)).toEqual(REFUSED);
  expect(world.lines.filter((line) => /"level":"(error|warn)"|stack|trace/.test(line))).toEqual([]);
  expect(world.lines.at(-1)).toContain('"status":400');
});

test("serves every valid form of host", async () => {
  for (const host of ["a", "127.0.0.1:3000", "[::1]:3000", "books.example", "a_b.example:80"]) {
    const { status, body } = await answerTo(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect([host, status, body]).toEqual([host, 200, '{"status":"ok"}']);
  }
});

test("HTTP/1.0 without a Host is an error, but /healthz still works", async () => {
  for (const path of PATHS.slice(1)) {
    expect([path, await answerTo(`GET ${path} HTTP/1.0\r\n\r\n`)]).toEqual([path, REFUSED]);
  }
  const health = () => answerTo("GET /healthz HTTP/1.0\r\n\r\n");
  expect(await health()).toEqual({ status: 200, body: '{"status":"ok"}' });

  world.context.log.error = () => {};
  const { get } = world.books.read;
  world.books.read.get = () => {
    throw new Error("The database is away");
  };
  expect(await health()).toEqual({ status: 503, body: '{"status":"unavailable"}' });
  world.books.read.get = get;
});

async function sentWithLink() {
  const { owner } = world.kaveri;
  const { _id: clientId } = made(await owner.post("/api/clients", { displayName: "Asha" })).client;
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const invoice = made(await owner.post("/api/invoices", { clientId, date: today(), items }));
  done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
  const { url } = made(
    await owner.post("/api/share-links", { entity: "invoice", id: invoice._id }),
  );
  return { invoice, url: url as string };
}

test("an agency named like the client page does not replace it", async () => {
  const { owner } = world.kaveri;
  const { agencyName } = done(await owner.get("/api/metadata")).metadata;
  done(await owner.put("/api/metadata", { agencyName: "Evil %body% Studio" }));
  const { invoice, url } = await sentWithLink();
  const { body } = await world.stranger.get(new URL(url).pathname);
  expect(body).toMatch(/<title>[^<]*Evil %body% Studio[^<]*<\/title>/);
  expect(toPlainText(body)).toContain(`Amount due on invoice ${invoice.number}`);
  done(await owner.put("/api/metadata", { agencyName }));
});

test("links begin with PUBLIC_URL, whatever Host the request names", async () => {
  const { settings } = world.context;
  const { mail } = settings;
  settings.mail = { ...mail, origin: "https://books.example" };
  expect((await sentWithLink()).url).toStartWith("https://books.example/s/");
  const guest = { email: "ca@books.example", name: "Asha", role: "accountant" };
  const { url } = made(await world.kaveri.owner.post("/api/users/invitations", guest));
  expect(url).toStartWith("https://books.example/join#");
  settings.mail = mail;
});
