import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openSender } from "../../server/mail/sender.ts";
import { readPages } from "../pdf.ts";
import { createWorld, made, type World } from "../world.ts";

// Protection against outsiders. pages.test.ts has the headers of pages, roles.test.ts the roles,
// isolation.test.ts other agencies.

let world: World;
beforeAll(async () => {
  const mail = { url: "smtp://127.0.0.1:1", from: "billing@kaveri.example", isPerAgency: false };
  world = await createWorld({ trustProxy: true, mail });
});
afterAll(() => world.end());

describe("every response", () => {
  const PATHS = ["/api/accounts", "/api/nothing", "/nothing", "/login", "/healthz", "/assets/x.js"];

  test("denies pages all device features", async () => {
    for (const path of PATHS) {
      const policy = (await world.stranger.get(path)).headers.get("permissions-policy") ?? "";
      for (const what of ["camera", "geolocation", "microphone", "payment"]) {
        expect([path, policy]).toEqual([path, expect.stringContaining(`${what}=()`)]);
      }
    }
  });

  test("requires TLS only if it came by TLS", async () => {
    const over = (proto: string) => ({ "x-forwarded-proto": proto });
    for (const path of PATHS) {
      const tls = await world.stranger.call("GET", path, undefined, over("https"));
      expect(tls.headers.get("strict-transport-security")).toBe("max-age=31536000");
      const plain = await world.stranger.call("GET", path, undefined, over("http"));
      expect(plain.headers.get("strict-transport-security")).toBeNull();
    }
    const alone = await createWorld();
    const claimed = await alone.stranger.call("GET", "/login", undefined, over("https"));
    expect(claimed.headers.get("strict-transport-security")).toBeNull();
    await alone.end();
  });
});

test("no path leads outside the served files", async () => {
  const port = Number(new URL(world.listen()).port);
  const up = [
    "..%2f",
    "..%5c",
    "%2e%2e/",
    "%252e%252e%252f",
    "../",
    "..;/",
    "%c0%ae%c0%ae/",
    "....//",
  ];
  const paths = up.flatMap((step) =>
    ["/", "/assets/", "/logos/", "/api/../"].flatMap((folder) =>
      ["package.json", "etc/passwd", "data/session-secret"].map(
        (file) => folder + step.repeat(8) + file,
      ),
    ),
  );
  paths.push(
    "//etc/passwd",
    "/assets//../package.json",
    "/package.json",
    "/bun.lock",
    "/.git/config",
  );
  for (const path of paths) {
    const { promise, resolve } = Promise.withResolvers<string>();
    let said = "";
    await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (socket) =>
          void socket.write(`GET ${path} HTTP/1.1\r\nHost: bahi\r\nConnection: close\r\n\r\n`),
        data: (_, bytes) => {
          said += bytes.toString();
        },
        close: () => resolve(said),
      },
    });
    const answer = await promise;
    expect([path, answer.slice(0, 12)]).toEqual([
      path,
      expect.stringMatching(/^HTTP\/1\.1 40[04]$/),
    ]);
    expect(answer).not.toMatch(/"dependencies"|root:|lockfileVersion|\[core\]/);
  }
});

function buildReportQuery(path: string, clientId: string): string {
  const name = path.replace(/^.*\/|\.\w+$/g, "");
  if (["trial-balance", "balance-sheet", "ageing"].includes(name)) return "?at=2026-04-30";
  if (name === "tds") return "?year=2026";
  if (name === "tds-payable") return "?quarter=2026-27-Q1";
  const period = "?dateFrom=2026-04-01&dateTo=2026-04-30";
  if (name === "ledger") return `${period}&ledger=receivables`;
  return name === "statement-of-account" ? `${period}&clientId=${clientId}` : period;
}

describe("hostile text", () => {
  const visits: string[] = [];
  const canary = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      visits.push(url);
      return new Response("seen");
    },
  });
  afterAll(() => canary.stop(true));
  const words = [
    `<img src="${canary.url}a.png"><script src="${canary.url}a.js"></script>`,
    `<iframe src="file:///etc/passwd"></iframe>`,
    `@import url(${canary.url}b.css); \\input{/etc/passwd} (/etc/passwd) Tj`,
    `)] TJ ET /Launch /URI (${canary.url}) <</S/JavaScript/JS(app.alert(1))>>`,
  ].join(" ");
  const ids: Record<string, string> = {};
  let clientId = "";

  beforeAll(async () => {
    const { owner, account, fees } = world.kaveri;
    const metadata = {
      agencyName: words.slice(0, 190),
      location: words,
      logoUrl: "file:///etc/passwd",
    };
    await owner.put("/api/metadata", metadata);
    await owner.put(`/api/accounts/${account._id}`, { name: words.slice(0, 190) });
    const day = { date: "2026-04-01", amount: 5, accountId: account._id };
    const entry = {
      ...day,
      description: words,
      notes: words,
      categoryId: fees._id,
      type: "Income",
    };
    made(await owner.post("/api/transactions", entry));
    const client = { name: words.slice(0, 190), address: words };
    const receipt = {
      ...day,
      client,
      purpose: words,
      notes: words,
      reference: words.slice(0, 190),
      mode: "UPI",
    };
    ids["/api/gst/:id/gstr3b.pdf"] = "2026-04";
    ids["/api/accounts/:id/reconciliation.pdf"] = account._id;
    ids["/api/receipts/:id/pdf"] = made(await owner.post("/api/receipts", receipt)).receipt._id;
    const billed = { displayName: words.slice(0, 190), billingAddress: words, notes: words };
    clientId = made(await owner.post("/api/clients", billed)).client._id;
    const items = [{ description: words, hsnSac: words.slice(0, 190), qty: 1, rate: 100 }];
    const bill = { clientId, date: day.date, items, notes: words, terms: words };
    const invoiceId = made(await owner.post("/api/invoices", bill))._id;
    ids["/api/invoices/:id/pdf"] = invoiceId;
    ids["/api/estimates/:id/pdf"] = made(await owner.post("/api/estimates", bill))._id;
    await owner.post(`/api/invoices/${invoiceId}/send`, {});
    const money = { ...day, mode: "UPI", reference: words.slice(0, 190), notes: words };
    const paid = made(
      await owner.post(`/api/invoices/${invoiceId}/payments`, { ...money, amount: 1 }),
    );
    const mailed = await owner.post(`/api/invoices/${invoiceId}/email`, { to: "a@b.example" });
    ids["/api/outbox/:id/pdf"] = made(mailed).mail._id;
    await drawMails();
    const shared = await owner.post("/api/share-links", { entity: "invoice", id: invoiceId });
    ids["/s/:token/pdf"] = made(shared).url.replace(/.*\//, "");
    ids["/api/payments/:id/pdf"] = paid.payment._id;
    const note = { kind: "CREDIT_NOTE", invoiceId, date: day.date, reason: "OTHER", items };
    const credit = made(await owner.post("/api/notes", { ...note, notes: words }));
    ids["/api/notes/:id/pdf"] = credit._id;
    const advance = { ...day, clientId, description: words, reference: words.slice(0, 190) };
    const voucher = made(await owner.post("/api/vouchers", { ...advance, mode: "UPI" }));
    ids["/api/vouchers/:id/pdf"] = voucher._id;
    const { vendor } = made(await owner.post("/api/vendors", { displayName: words.slice(0, 190) }));
    const bought = [{ description: words, taxable: 5, taxPct: 18 }];
    const own = { vendorId: vendor._id, date: day.date, reverseCharge: true, items: bought };
    ids["/api/bills/:id/pdf"] = made(await owner.post("/api/bills", own))._id;
  });

  /** Draws PDFs of mails, which happens ten seconds after they enter the outbox. */
  async function drawMails(): Promise<void> {
    const { books, log, settings } = world.context;
    const drawn = Promise.withResolvers<void>();
    const sender = openSender({
      books,
      log,
      settings,
      now: () => Date.now() + 60_000,
      async handOver() {
        drawn.resolve();
        return { state: "refused", code: 550, answer: "550 No such user" };
      },
    });
    await drawn.promise;
    await sender.stop();
  }

  test("stays text in a PDF, which reads no file, fetches nothing and runs nothing", async () => {
    const routes = world.app.routes.filter(({ path }) => /pdf$/.test(path));
    expect(routes.length).toBeGreaterThan(2);
    for (const { path } of routes) {
      const address = path.replace(/:\w+/, () => ids[path] ?? "none");
      const request = new Request(`http://localhost${address}${buildReportQuery(path, clientId)}`, {
        headers: { authorization: `Bearer ${world.kaveri.owner.token}` },
      });
      const answer = await world.app.handle(request);
      expect([path, answer.status]).toEqual([path, 200]);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const text = (await readPages(bytes)).join(" ");
      expect(text.replace(/\s/g, "")).toContain("<imgsrc=");
      expect(text).not.toContain("root:x:0");
      expect(actionsIn(bytes)).toEqual([]);
    }
    expect(visits).toEqual([]);
  });

  test("is text to a spreadsheet in an export", async () => {
    const { owner, account, fees } = world.narmada;
    const formulas = ["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\t=1", "=HYPERLINK(1)\nx", "'=1"];
    let clientId = "";
    for (const formula of formulas) {
      const entry = { date: "2026-04-01", type: "Income", amount: 5, accountId: account._id };
      const description = `${formula.trim().split("\n")[0]} `.padEnd(3, "x");
      const { client } = made(await owner.post("/api/clients", { displayName: description }));
      clientId = client._id;
      const money = { ...entry, mode: "Cash", reference: description };
      const receipt = { ...money, client: { name: description }, purpose: description };
      made(await owner.post("/api/receipts", receipt));
      const items = [{ description, qty: 1, rate: 5, hsnSac: description, taxPct: 0 }];
      const bill = { clientId: client._id, date: entry.date, placeOfSupply: description, items };
      const { _id } = made(await owner.post("/api/invoices", bill));
      const paid = { ...money, amount: 4, tdsAmount: 1 };
      made(await owner.post(`/api/invoices/${_id}/payments`, paid));
      const { vendor } = made(await owner.post("/api/vendors", { displayName: description }));
      const bought = [{ description, taxable: 5 }];
      const asked = { vendorId: vendor._id, number: description, date: entry.date, items: bought };
      made(await owner.post("/api/bills", asked));
      const notes = formula;
      made(
        await owner.post("/api/transactions", {
          ...entry,
          description,
          notes,
          categoryId: fees._id,
        }),
      );
    }
    await owner.put(`/api/accounts/${account._id}`, { name: "=cmd|' /C calc'!A1" });
    const exports = world.app.routes.filter(({ path }) => path.endsWith(".csv"));
    expect(exports.length).toBeGreaterThan(1);
    for (const { path } of exports) {
      const isReport = path.startsWith("/api/reports/");
      const asked = isReport ? buildReportQuery(path, clientId) : "";
      const { status, body } = await owner.get(path.replace(":id", account._id) + asked);
      expect([path, status]).toEqual([path, 200]);
      if (!isReport) expect(body.split("\n").length).toBeGreaterThan(formulas.length);
      const formulaLike = splitCells(body).filter((cell) => /^[=+\-@\t\r]/.test(cell));
      // A negative amount is not a formula.
      expect(formulaLike.filter((cell) => !/^-\d+\.\d\d$/.test(cell))).toEqual([]);
    }
  });
});

/** Actions that a PDF reader would run; pdfkit writes them outside its compressed streams. */
function actionsIn(pdf: Uint8Array): string[] {
  const objects = Buffer.from(pdf)
    .toString("latin1")
    .replace(/stream\r?\n[\s\S]*?endstream/g, "")
    .replace(/\((?:\\.|[^\\)])*\)|<[0-9a-f]+>/gi, "()");
  return (
    objects.match(/\/(Launch|JavaScript|JS|OpenAction|AA|GoToR|EmbeddedFile|SubmitForm|URI)\b/g) ??
    []
  );
}

function splitCells(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\n)("(?:[^"]|"")*"|[^",\n]*)/g)].map(([, cell = ""]) =>
    cell.replace(/^"|"$/g, ""),
  );
}
