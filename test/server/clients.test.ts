import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const ASHA = {
  displayName: "Asha & Sons",
  billingName: "Asha and Sons Design LLP",
  email: "accounts@asha.test",
  phone: "98450 12345",
  billingAddress: "14 MG Road\nNear the post office",
  city: "Pune",
  pin: "411001",
  gstin: "27aaacb1234c1zf",
  tan: "BLRA12345B",
  dueDays: 45,
  sendBy: "EMAIL",
  lastSentBy: "PDF",
  terms: "Pay within 45 days",
  notes: "Pays on the 5th",
};

async function addClient(fields: object = ASHA) {
  return made(await world.kaveri.staff.post("/api/clients", fields)).client;
}

describe("a client", () => {
  test("is saved as typed, with its GSTIN in capitals and its state from it", async () => {
    const client = await addClient();
    expect(client).toEqual({
      ...ASHA,
      _id: expect.any(String),
      gstin: "27AAACB1234C1ZF",
      state: "Maharashtra",
      stateCode: "27",
      kind: "REGULAR",
      country: "IN",
    });
    const { body } = await world.kaveri.owner.get(`/api/clients/${client._id}`);
    expect(body.client).toEqual({ ...client, credit: 0, advances: 0 });
    expect(body.dues).toEqual({ invoices: 0, billed: 0, balance: 0, overdue: 0 });
  });

  test("needs only a display name", async () => {
    expect(await addClient({ displayName: "Om" })).toMatchObject({ gstin: "", stateCode: "" });
  });

  test("keeps a given state and derives its code", async () => {
    const given = { displayName: "Elsewhere", gstin: "27AAACB1234C1ZF", state: "Karnataka" };
    expect(await addClient(given)).toMatchObject({ state: "Karnataka", stateCode: "29" });
  });

  test("accepts a suspicious GSTIN; only the screen warns", async () => {
    const { gstin } = await addClient({ displayName: "Sandbox", gstin: "made up" });
    expect(gstin).toBe("MADE UP");
  });

  test.each([
    [{}, "displayName", "Display Name is required"],
    [{ displayName: "  " }, "displayName", "Display Name is required"],
    [{ displayName: "A", email: "not one" }, "email", "Invalid email"],
    [{ displayName: "x".repeat(201) }, "displayName", "Display Name is too long"],
    [
      { displayName: "A", billingAddress: "x".repeat(5001) },
      "billingAddress",
      "Billing Address is too long",
    ],
  ])("%j is rejected", async (fields, path, message) => {
    const { status, body } = await world.kaveri.owner.post("/api/clients", fields);
    expect([status, body]).toEqual([400, { message, errors: [{ path, message }] }]);
  });

  test("changes field by field", async () => {
    const client = await addClient();
    const { body } = await world.kaveri.staff.put(`/api/clients/${client._id}`, { city: "Nashik" });
    expect(body.client).toEqual({ ...client, city: "Nashik" });
  });

  test("is deleted, unless it has invoices", async () => {
    const { owner } = world.kaveri;
    const { _id } = await addClient({ displayName: "Billed" });
    const items = [{ description: "Logo", qty: 1, rate: 100 }];
    made(await owner.post("/api/invoices", { clientId: _id, date: "2026-10-05", items }));
    const refused = await owner.delete(`/api/clients/${_id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This client has invoices and cannot be deleted",
    ]);
    const other = await addClient({ displayName: "Not billed" });
    const gone = await owner.delete(`/api/clients/${other._id}`);
    expect(gone.body).toEqual({ message: "Client deleted successfully" });
    expect((await owner.get(`/api/clients/${other._id}`)).status).toBe(404);
  });
});

describe("the list of clients", () => {
  test("is sorted by display name in any case and searches every field", async () => {
    const { owner } = world.narmada;
    for (const displayName of ["zeta", "Alpha", "beta_1"]) {
      made(
        await owner.post("/api/clients", {
          ...ASHA,
          displayName,
          billingName: `${displayName} Ltd`,
        }),
      );
    }
    const names = async (q: string) => {
      const { body } = await owner.get(`/api/clients?q=${encodeURIComponent(q)}`);
      return body.clients.map(({ displayName }: { displayName: string }) => displayName);
    };
    expect(await names("")).toEqual(["Alpha", "beta_1", "zeta"]);
    expect(await names("ALPHA lt")).toEqual(["Alpha"]);
    for (const q of ["27aaacb", "accounts@asha", "50 123"]) {
      expect([q, await names(q)]).toEqual([q, ["Alpha", "beta_1", "zeta"]]);
    }
    expect(await names("a_1")).toEqual(["beta_1"]);
    expect(await names("%")).toEqual([]);
    expect(await names("' OR 1=1")).toEqual([]);
  });

  test("shows what each owes on sent invoices", async () => {
    const { owner } = world.kaveri;
    const { _id: clientId } = await addClient({ displayName: "Owing" });
    const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 0 }];
    const send = async (dueDate: string) => {
      const invoice = { clientId, date: "2026-01-05", dueDate, items };
      const { _id } = made(await owner.post("/api/invoices", invoice));
      await owner.post(`/api/invoices/${_id}/send`, {});
      return _id;
    };
    const paid = await send("2026-01-31");
    await send("2099-01-31");
    made(await owner.post("/api/invoices", { clientId, date: "2026-01-05", items }));
    const payment = { date: "2026-02-01", amount: 300, tdsAmount: 100, mode: "UPI" };
    const accountId = world.kaveri.account._id;
    made(await owner.post(`/api/invoices/${paid}/payments`, { ...payment, accountId }));

    const { dues } = (await owner.get(`/api/clients/${clientId}`)).body;
    expect(dues).toEqual({ invoices: 2, billed: 2000, balance: 1600, overdue: 600 });
    const { clients } = (await owner.get("/api/clients?q=owing")).body;
    expect(clients).toEqual([expect.objectContaining({ _id: clientId, balance: 1600 })]);
  });
});
