import { afterAll, beforeAll, beforeEach, expect } from "bun:test";
import { createWorld, done, type World } from "../world.ts";

export const PATH = "/api/import/books";

export const client = { id: "c1", name: "Malabar Mills", stateCode: "27" };
export const line = { description: "Logo", qty: 1, rate: 1000, taxPct: 18 };
export const invoice = (number: string, more: object = {}) => ({
  kind: "INVOICE",
  number,
  date: "2026-10-05",
  client: "c1",
  lines: [line],
  ...more,
});

/** Gives each test of a file another kaveri with a GSTIN in a shared world. */
export function eachInto(begin: (world: World) => void) {
  let shared: World;
  beforeAll(async () => {
    shared = await createWorld();
  });
  afterAll(() => shared.end());
  beforeEach(async () => {
    const kaveri = await shared.found();
    done(await kaveri.owner.put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" }));
    begin({ ...shared, kaveri });
  });
}

export function movingInto(world: () => World) {
  const moveIn = (file: object, query = "") => world().kaveri.owner.post(`${PATH}${query}`, file);
  const get = async (path: string) => done(await world().kaveri.owner.get(`/api${path}`));
  const all = async (path: string) => (await get(`/${path}?limit=100`)).items;
  const isRight = async () =>
    expect(await get("/books/check")).toMatchObject({ ok: true, differences: [] });

  async function everything() {
    const lists =
      "invoices notes vouchers estimates transactions audit clients accounts categories";
    const said = [];
    for (const path of lists.split(" ")) said.push(await get(`/${path}?limit=100`));
    return [...said, await get("/imports"), await get("/invoice-settings")];
  }
  return { moveIn, get, all, isRight, everything };
}
