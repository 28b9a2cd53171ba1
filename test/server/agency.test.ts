import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { formBody, GIF, joined, jpeg, png } from "../pictures.ts";
import { type Caller, createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const fields = {
  agencyName: "Kaveri Studio",
  location: "12 Church Street\nBengaluru",
  contactNumber: "080 5550 0100",
  gstNumber: "29AAGFS4321P1ZP",
};

async function sendForm(
  who: Caller,
  method: "PUT" | "POST",
  path: string,
  form: Record<string, string | Blob>,
) {
  const { bytes, headers } = await formBody(form);
  return who.call(method, path, bytes, headers);
}

const upload = (bytes: Uint8Array<ArrayBuffer>, type = "image/png") =>
  sendForm(world.kaveri.owner, "POST", "/api/users/logo", { logo: new Blob([bytes], { type }) });

async function fetchLogo(path: string) {
  const answer = await world.app.handle(new Request(`http://localhost${path}`));
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const UNSAID = {
  legalName: "",
  city: "",
  pin: "",
  filing: "MONTHLY",
  isComposition: false,
  lut: [],
  aato: {},
  requireSecondFactor: false,
  accountantMayClose: false,
  constitution: "PARTNERSHIP",
};

describe("the agency's details", () => {
  test("are changed by form or JSON, and fields left out stay", async () => {
    const { owner, staff } = world.kaveri;
    const changed = await sendForm(owner, "PUT", "/api/metadata", fields);
    const unsaid = { ...UNSAID, logoUrl: "" };
    expect([changed.status, changed.body.metadata]).toEqual([200, { ...fields, ...unsaid }]);
    const { body } = await owner.put("/api/metadata", { contactNumber: "", agencyId: 2 });
    expect(body.metadata).toEqual({ ...fields, ...unsaid, contactNumber: "" });
    expect((await staff.get("/api/metadata")).body).toEqual(body);
    expect((await owner.get("/api/auth/me")).body.user.agencyName).toBe("Kaveri Studio");
    expect((await world.narmada.owner.get("/api/metadata")).body.metadata.agencyName).toBe(
      "narmada",
    );
  });

  test("include what returns need, as JSON texts in a form", async () => {
    const { owner } = world.kaveri;
    const lut = [{ number: "AD270326000001X", from: "2026-04-01", to: "2027-03-31" }];
    const aato = { "2025-26": 6_20_00_000 };
    const said = {
      legalName: "Kaveri Studio LLP",
      city: "Pune",
      pin: "411004",
      filing: "QUARTERLY",
    };
    const texts = { lut: JSON.stringify(lut), aato: JSON.stringify(aato), isComposition: "true" };
    const { body } = await sendForm(owner, "PUT", "/api/metadata", { ...said, ...texts });
    expect(body.metadata).toMatchObject({ ...said, lut, aato, isComposition: true });
    const wrong = { lut: [{ ...lut[0], to: "2026-03-31" }], aato: { "2025": 1 }, filing: "YEARLY" };
    const refused = await owner.put("/api/metadata", wrong);
    expect(refused.body.errors).toEqual([
      { path: "lut.0.to", message: "A LUT must not end before it begins" },
      { path: "aato.2025", message: "Turnover is by financial year, such as 2025-26" },
      { path: "filing", message: "Filing must be MONTHLY or QUARTERLY" },
    ]);
    await owner.put("/api/metadata", UNSAID);
  });

  test("are on the PDF from then on, with every address line", async () => {
    await world.kaveri.owner.put("/api/metadata", fields);
    const { status, headers } = await world.kaveri.staff.get(
      "/api/reports/transactions.pdf?dateFrom=2026-04-01&dateTo=2026-04-30",
    );
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  test("are rejected with every wrong field named, and nothing changes", async () => {
    const before = (await world.kaveri.owner.get("/api/metadata")).body;
    const answer = await sendForm(world.kaveri.owner, "PUT", "/api/metadata", {
      agencyName: " K ",
      gstNumber: "x".repeat(201),
      logo: new Blob([GIF]),
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        message: "Agency name must be at least 2 characters",
        errors: [
          { path: "agencyName", message: "Agency name must be at least 2 characters" },
          { path: "gstNumber", message: "GST number is too long" },
        ],
      },
    ]);
    expect((await world.kaveri.owner.get("/api/metadata")).body).toEqual(before);
  });

  test("accept a GSTIN with a wrong check character; only the screen warns", async () => {
    const { status } = await world.kaveri.owner.put("/api/metadata", { gstNumber: "not one" });
    expect(status).toBe(200);
  });

  test("keep lookalike names as typed and reject control characters", async () => {
    const { owner } = world.narmada;
    const name = "Nаrmada \u200fStudio <script>"; // its first а is Cyrillic
    expect((await owner.put("/api/metadata", { agencyName: name })).body.metadata.agencyName).toBe(
      name,
    );
    for (const control of ["\u0000", "\u0085", "\u202e", "\u2066"]) {
      const { status } = await owner.put("/api/metadata", { agencyName: `a${control}b` });
      expect([control, status]).toEqual([control, 400]);
    }
  });

  test("leave a log entry with before and after", async () => {
    await world.kaveri.owner.put("/api/metadata", { contactNumber: "1" });
    await world.kaveri.owner.put("/api/metadata", { contactNumber: "2" });
    const { body } = await world.kaveri.owner.get("/api/audit?entity=Metadata&limit=1");
    expect(body.items[0]).toMatchObject({
      action: "UPDATE",
      payload: { before: { contactNumber: "1" }, after: { contactNumber: "2" } },
    });
  });

  test("are read from the body only after authentication", async () => {
    const { bytes, headers } = await formBody({ agencyName: "K" });
    const { staff, owner } = world.kaveri;
    expect((await world.stranger.call("PUT", "/api/metadata", bytes, headers)).status).toBe(401);
    expect((await staff.call("PUT", "/api/metadata", bytes, headers)).status).toBe(403);
    const torn = await owner.call("PUT", "/api/metadata", bytes.slice(0, 40), headers);
    expect([torn.status, torn.body.message]).toEqual([
      400,
      "The request body is not a complete form",
    ]);
    expect(
      (await owner.call("POST", "/api/users/logo", bytes, { "content-type": "image/png" })).status,
    ).toBe(415);
    const huge = new Blob([new Uint8Array(17 << 20)]);
    expect((await sendForm(owner, "POST", "/api/users/logo", { logo: huge })).status).toBe(413);
  });
});

describe("a logo", () => {
  test("is re-encoded to at most 600 px and served at an unguessable address", async () => {
    const wide = joined(png(1200, 800), Buffer.from("<script>alert(1)</script>"));
    const { status, body } = await upload(wide);
    expect(status).toBe(200);
    expect(body.logoUrl).toMatch(/^\/logos\/[\w-]{32}$/);

    const { answer, bytes } = await fetchLogo(body.logoUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await new Bun.Image(bytes).metadata()).toEqual({
      width: 600,
      height: 400,
      format: "png",
    });
    expect(Buffer.from(bytes).includes("script")).toBe(false);
    const { body: known } = await world.kaveri.staff.get("/api/metadata");
    expect(known.metadata.logoUrl).toBe(body.logoUrl);
  });

  test("stays unchanged if small; a JPEG stays one, a GIF becomes a PNG", async () => {
    const kept = await fetchLogo((await upload(png(200, 100))).body.logoUrl);
    expect(await new Bun.Image(kept.bytes).metadata()).toMatchObject({ width: 200, height: 100 });
    const photo = await fetchLogo((await upload(await jpeg(700, 700), "image/jpeg")).body.logoUrl);
    expect(photo.answer.headers.get("content-type")).toBe("image/jpeg");
    expect(await new Bun.Image(photo.bytes).metadata()).toMatchObject({
      width: 600,
      format: "jpeg",
    });
    const drawn = await fetchLogo((await upload(GIF, "image/gif")).body.logoUrl);
    expect(drawn.answer.headers.get("content-type")).toBe("image/png");
  });

  test("replaces the previous one, which stays on its receipts", async () => {
    const first = (await upload(png(20, 20))).body.logoUrl;
    const second = await sendForm(world.kaveri.owner, "PUT", "/api/metadata", {
      agencyName: "Kaveri",
      logo: new Blob([png(30, 30)]),
    });
    expect(second.body.metadata.logoUrl).not.toBe(first);
    expect((await fetchLogo(first)).answer.status).toBe(200);
    expect((await fetchLogo("/logos/nothing")).answer.status).toBe(404);
    const same = await sendForm(world.kaveri.owner, "PUT", "/api/metadata", {
      agencyName: "Kaveri",
      logo: new Blob([]),
    });
    expect(same.body.metadata.logoUrl).toBe(second.body.metadata.logoUrl);
  });

  const UNKNOWN = "Logo must be a PNG, JPEG or GIF image";
  const BROKEN = "Logo cannot be read; the image may be damaged";
  const LARGE = "Logo must be at most 4096 pixels wide and high";
  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const whole = png(300, 300);
  test.each<[string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, string]>([
    ["an SVG", () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), UNKNOWN],
    ["HTML", () => text("<!doctype html><script>alert(1)</script>"), UNKNOWN],
    ["PHP", () => text("<?php system('ls');"), UNKNOWN],
    ["PHP with a GIF header", () => text("GIF89a<?php system('ls');"), LARGE],
    ["HTML before a PNG", () => joined(text("<html>"), whole), UNKNOWN],
    ["half a PNG", () => whole.slice(0, whole.length / 2), BROKEN],
    ["half a JPEG", async () => (await jpeg(300, 300)).slice(0, 700), BROKEN],
    ["a JPEG's head", async () => (await jpeg(300, 300)).slice(0, 3), UNKNOWN],
    ["a WebP", async () => new Uint8Array(await new Bun.Image(whole).webp().bytes()), UNKNOWN],
    ["20,000 by 20,000", () => png(1, 1, { width: 20_000, height: 20_000 }), LARGE],
    ["4,097 by 1", () => png(4097, 1), LARGE],
    ["6 MB", () => joined(whole, new Uint8Array(6 << 20)), "Logo must be at most 5 MB"],
  ])("is rejected: %s", async (_, make, message) => {
    const { status, body } = await upload(await make());
    expect([status, body]).toEqual([400, { message, errors: [{ path: "logo", message }] }]);
  });

  test("is required", async () => {
    const missing = await sendForm(world.kaveri.owner, "POST", "/api/users/logo", { name: "x" });
    expect([missing.status, missing.body.message]).toEqual([400, "Logo is required"]);
    const words = await sendForm(world.kaveri.owner, "POST", "/api/users/logo", { logo: "a.png" });
    expect([words.status, words.body.message]).toEqual([400, "Send logo as a file"]);
  });
});
