import { afterAll, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ mail: { url: "", from: "", isPerAgency: false } });
});
afterAll(() => world.end());

test("names missing mail settings and sends nothing", async () => {
  const { owner } = world.kaveri;
  const client = made(await owner.post("/api/clients", { displayName: "Meridian" })).client._id;
  const items = [{ description: "A logo", qty: 1, rate: 100 }];
  const invoice = { clientId: client, date: today(), items };
  const { _id } = made(await owner.post("/api/invoices", invoice));
  const mail = { to: "finance@meridian.example" };
  const { status, body } = await owner.post(`/api/invoices/${_id}/email`, mail);
  expect([status, body.message]).toEqual([409, expect.stringContaining("SMTP_URL")]);
  expect(done(await owner.get(`/api/invoices/${_id}`)).invoice.status).toBe("DRAFT");
  const own = { host: "x.example", port: 25, security: "TLS", username: "", from: "a@b.example" };
  const refused = await owner.put("/api/mail-settings", { own });
  expect([refused.status, refused.body.message]).toEqual([
    ...[409, expect.stringContaining("SMTP_PER_AGENCY")],
  ]);
  expect(done(await owner.get("/api/mail-settings")).source).toBe("none");
});
