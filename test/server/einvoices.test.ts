import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expected } from "../returnsBooks.ts";
import { createWorld, type World } from "../world.ts";
import { findPath, moveOctoberIn } from "./octoberIn.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await moveOctoberIn(world, "narmada", false);
});
afterAll(() => world.end());

describe("e-invoices", () => {
  const owner = () => world.narmada.owner;
  const hand = (answer: unknown) => owner().post("/api/gst/einvoices", answer);
  const at = async (number: string) => `/api${await findPath(world, "narmada", number)}`;
  const invoice = async (number: string) => (await owner().get(await at(number))).body.invoice;

  test("exports documents that need an IRN and reports incomplete ones", async () => {
    const { body } = await owner().get("/api/gst/2026-10/einvoices.json");
    const wanted = await expected("einvoices.json");
    const byNumber = new Map(body.map((one: { DocDtls: { No: string } }) => [one.DocDtls.No, one]));
    for (const one of wanted) expect(byNumber.get(one.DocDtls.No)).toEqual(one);
    expect(body).toHaveLength(wanted.length + 2);
    const { einvoices } = (await owner().get("/api/gst/2026-10/einvoices")).body;
    const missing = einvoices.filter(({ state }: { state: string }) => state === "MISSING_DETAILS");
    expect(missing.map(({ number }: { number: string }) => number)).toEqual([
      "26-27/INV/000224",
      "26-27/INV/000227",
    ]);
  });

  test("rejects an invalid or foreign response with a reason and changes nothing", async () => {
    const sentences = [
      [await expected("einvoices.json"), "This is the JSON sent to the portal, not its response."],
      [[{ AckNo: 1 }], "This file contains no IRN: it is not a portal response."],
      [{}, "This file contains no IRN: it is not a portal response."],
    ];
    for (const [answer, message] of sentences) {
      const { status, body } = await hand(answer);
      expect([status, body.message]).toEqual([400, message]);
    }
    const [first] = await expected("irp-response.json");
    const forged = await hand({ ...first, Irn: "a".repeat(64) });
    expect(forged.body).toEqual({
      stored: 0,
      unknown: 0,
      refused: [
        {
          number: "26-27/INV/000201",
          reason: "The IRN does not belong to 26-27/INV/000201; nothing was saved.",
        },
      ],
    });
    await owner().put("/api/metadata", { gstNumber: "29AAQFB7320L1ZZ" });
    const other = await hand([first]);
    expect(other.body.refused[0].reason).toBe(
      "This response is for another agency, 27AAKFK4711R1ZR.",
    );
    await owner().put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" });
    expect((await invoice("26-27/INV/000201")).irn).toBe("");
  });

  test("saves the signed code and locks the document until the portal cancels it", async () => {
    const answer = await expected("irp-response.json");
    const unknown = { Irn: "b".repeat(64), AckNo: 1, AckDt: "2026-10-05 10:00:00", Status: "ACT" };
    const wrapped = { Data: JSON.stringify([...answer, unknown]) };
    expect((await hand(wrapped)).body).toEqual({ stored: 3, unknown: 1, refused: [] });
    expect((await hand(answer)).body).toEqual({ stored: 3, unknown: 0, refused: [] });
    const number = "26-27/INV/000201";
    const path = await at(number);
    const kept = await invoice(number);
    expect([kept.irn, kept.einvoice.ackNo, kept.einvoice.signedQr]).toEqual([
      answer[0].Irn,
      String(answer[0].AckNo),
      answer[0].SignedQRCode,
    ]);
    expect((await owner().get(`${path}/einvoice`)).body.state).toBe("REGISTERED");
    const edited = await owner().put(`${path}`, { notes: "Other" });
    expect([edited.status, edited.body.message]).toEqual([
      409,
      "26-27/INV/000201 is registered as an e-invoice: it can no longer be edited, so issue a " +
        "credit or debit note",
    ]);
    expect((await owner().post(`${path}/cancel`, {})).status).toBe(409);
    const { status } = await owner().get(`${path}/pdf`);
    expect(status).toBe(200);
    const { body } = await owner().get("/api/gst/2026-10/einvoices.json");
    expect(body).toHaveLength(24);
    const [first] = answer;
    expect((await hand({ ...first, Status: "CNL" })).body.stored).toBe(1);
    expect((await owner().get(`${path}/einvoice`)).body.state).toBe("CANCELLED");
    expect((await invoice(number)).irn).toBe("");
  });

  test("accepts an IRN entered by hand from the portal", async () => {
    const [, , , { irn }] = (await expected("books.json")).documents.filter(
      (document: { irn?: string }) => document.irn,
    );
    const entry = { Irn: irn, AckNo: "112610530645920", AckDt: "2026-10-07 18:05:00" };
    expect((await hand(entry)).body).toEqual({ stored: 1, unknown: 0, refused: [] });
    const { body } = await owner().get(`${await at("26-27/INV/000208")}/einvoice`);
    expect([body.state, body.ackNo]).toEqual(["REGISTERED", "112610530645920"]);
  });
});

describe("an e-invoice response, with the portal's keys set", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const owner = () => world.narmada.owner;

  async function signedAnswer(key: KeyObject) {
    const [, , third] = await expected("irp-response.json");
    const said = third.SignedQRCode.split(".").slice(0, 2).join(".");
    const signature = sign("RSA-SHA256", Buffer.from(said), key).toString("base64url");
    return { ...third, SignedQRCode: `${said}.${signature}` };
  }

  test("is rejected with another signature, and shown as verified with the portal's", async () => {
    const { settings } = world.context;
    settings.einvoiceKeys = [pair.publicKey.export({ type: "spki", format: "pem" }).toString()];
    const forger = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const forged = await owner().post("/api/gst/einvoices", await signedAnswer(forger.privateKey));
    expect(forged.body.refused).toEqual([
      {
        number: "26-27/INV/000203",
        reason: "The signature of 26-27/INV/000203 is not the portal's.",
      },
    ]);
    const [, , third] = await expected("irp-response.json");
    await owner().post("/api/gst/einvoices", { Irn: third.Irn, Status: "CNL" });
    const taken = await owner().post("/api/gst/einvoices", await signedAnswer(pair.privateKey));
    expect(taken.body).toEqual({ stored: 1, unknown: 0, refused: [] });
    const path = await findPath(world, "narmada", "26-27/INV/000203");
    expect((await owner().get(`/api${path}/einvoice`)).body.isVerified).toBe(true);
    settings.einvoiceKeys = [];
    expect((await owner().get(`/api${path}/einvoice`)).body.isVerified).toBe(false);
  });
});
