import { afterAll, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
let clientId = "";
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
  clientId = made(await post("/clients", { displayName: "Meridian Realty" })).client._id;
});
afterAll(() => world.end());

const post = (path: string, body: object = {}) => world.kaveri.owner.post(`/api${path}`, body);
const open = (path: string, address = "10.0.0.1") =>
  world.stranger.call("GET", path, undefined, { "x-forwarded-for": address });

async function sentWithLink(folder: "invoices" | "estimates" = "invoices") {
  const items = [{ description: "Retainer", hsnSac: "998361", qty: 1, rate: 81_000, taxPct: 18 }];
  const input = { clientId, date: today(), dueDate: today(), items };
  const document = made(await post(`/${folder}`, input));
  await post(`/${folder}/${document._id}/send`);
  const entity = folder === "invoices" ? "Invoice" : "estimate";
  const link = made(await post("/share-links", { entity, id: document._id }));
  return { document, path: new URL(link.url).pathname };
}

test("opens a valid link, its PDF and its answer after thirty wrong ones from its address", async () => {
  for (let n = 0; n < 31; n++) await open(`/s/${n}`, "10.0.0.7");
  expect((await open("/s/31", "10.0.0.7")).status).toBe(429);
  const { path } = await sentWithLink("estimates");
  for (const end of ["", "/pdf"]) expect((await open(path + end, "10.0.0.7")).status).toBe(200);
  const headers = { "x-forwarded-for": "10.0.0.7" };
  const seen = await world.stranger.call("POST", `${path}/seen`, undefined, headers);
  expect(seen.status).toBe(204);
});

test("draws the agency's own PDF before those of forty visitors", async () => {
  const { document, path } = await sentWithLink();
  const done: string[] = [];
  const drawn = async (who: string, answer: Promise<{ status: number }>) => {
    expect((await answer).status).toBe(200);
    done.push(who);
  };
  const visitors = Array.from({ length: 40 }, () => drawn("visitor", open(`${path}/pdf`)));
  const own = drawn("own", world.kaveri.owner.get(`/api/invoices/${document._id}/pdf`));
  await Promise.all([...visitors, own]);
  expect(done.indexOf("own")).toBeLessThan(5);
});
