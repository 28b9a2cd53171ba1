import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkpointLog } from "../db/engine/books.ts";
import { openReaders } from "../db/engine/readers.ts";
import { openWriters } from "../db/engine/writers.ts";
import { openBooks } from "../db/open/open.ts";
import type { Place } from "../db/remote/primary.ts";
import type { Notice } from "../domain/agencies/recovery.ts";
import { createApp } from "../server/app.ts";
import { openFileReaders } from "../server/files/readers.ts";
import {
  createAdmission,
  OF_FILES,
  OF_HEAVY_READS,
  OF_PAPERS,
  OF_SCANS,
  OF_VISITS,
  OF_ZIPS,
} from "../server/http/concurrency.ts";
import { type AppContext, READ_DEADLINE_MS } from "../server/http/context.ts";
import { openDownloadFiles } from "../server/http/downloadFiles.ts";
import { createLog } from "../server/http/log.ts";
import { loadBuilt } from "../server/pages/loadBuilt.ts";
import "./cheapHashes.ts";
import { assertNoSecret } from "./secrets.ts";
import { newPlace } from "./sqld.ts";
import { copyTemplate, TEMPLATES } from "./template.ts";

// Two agencies that must never see each other, each with an owner and a staff member, in a database of
// their own. Users send real requests to the real app.

/** Shared by all worlds of a process; loading it again takes a twentieth of a second each. */
let built: ReturnType<typeof loadBuilt> | undefined;

/** Kind of template: a database server stores its files differently. */
const KIND = process.env.TEST_DATABASE || "file";

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(settings: Settings = {}, at?: Place) {
  const folder = mkdtempSync(join(tmpdir(), "bahi-"));
  // A token of the template is signed with the secret that it was made with.
  const templates = at || settings.sessionSecret ? undefined : TEMPLATES;
  const told = templates && (await copyTemplate(templates, KIND, folder, makeTemplate));
  const opened = await openWorld(folder, settings, at);
  const { app, books } = opened;
  // Sessions of the template count as new, because sensitive changes ask old ones for the password.
  if (told) await books.write.run(`UPDATE sessions SET created_at = '${new Date().toISOString()}'`);
  const { kaveri, narmada } = told || (await fill(opened));
  const end = async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  };
  let founded = 0;
  return {
    ...opened,
    end,
    kaveri: known(app, kaveri),
    narmada: known(app, narmada),
    /** Creates another, untouched kaveri in a tenth of the time of a new world. */
    found: async () => {
      await forgetAttempts(opened);
      return known(app, await createAgency(opened, "kaveri", `kaveri-${++founded}`));
    },
  };
}

type Settings = Partial<AppContext["settings"]>;

async function makeTemplate(folder: string) {
  const opened = await openWorld(folder);
  const told = await fill(opened);
  await opened.close();
  return told;
}

type Opened = Pick<Awaited<ReturnType<typeof openWorld>>, "app" | "notices" | "stranger">;

async function fill(opened: Opened) {
  return {
    kaveri: await createAgency(opened, "kaveri"),
    narmada: await createAgency(opened, "narmada"),
  };
}

function known(app: App, agency: Awaited<ReturnType<typeof createAgency>>) {
  const { ownerToken, staffToken, ...rest } = agency;
  return { ...rest, owner: caller(app, ownerToken), staff: caller(app, staffToken) };
}

/** The app on the books of a folder or place, without users. */
export async function openWorld(folder: string, settings: Settings = {}, at?: Place) {
  const { place, end: endPlace } = at ? { place: at, async end() {} } : await newPlace(folder);
  built ??= loadBuilt();
  const books = await openBooks(place);
  const lines: string[] = [];
  const notices: Notice[] = [];
  const log = createLog("debug", (line) => {
    lines.push(line);
    if (line.includes('"level":"error"')) process.stderr.write(line);
  });
  const context: AppContext = {
    books,
    writers: openWriters(books),
    readers: openReaders(books, READ_DEADLINE_MS),
    files: openFileReaders(),
    fileLimit: createAdmission(OF_FILES),
    exportLimit: createAdmission(OF_HEAVY_READS, () => checkpointLog(books)),
    scanLimit: createAdmission(OF_SCANS),
    pdfLimit: createAdmission(OF_PAPERS),
    visitLimit: createAdmission(OF_VISITS),
    zipLimit: createAdmission(OF_ZIPS),
    downloadFiles: openDownloadFiles(place),
    sender: { wake() {}, async stop() {} },
    // Saved, so that a test can read the server's notices.
    notices: { isOn: true, send: (notice) => notices.push(notice), async stop() {} },
    built: await built,
    log,
    settings: {
      sessionSecret: "a secret for tests, 32 characters long",
      trustProxy: false,
      isRegistrationOpen: true,
      einvoiceKeys: [],
      attachmentQuotaMb: 100,
      // No server listens there.
      mail: { url: "smtp://127.0.0.1:9", from: "billing@bahi.example", isPerAgency: false },
      ...settings,
    },
  };
  const app = createApp(context);
  const stranger = caller(app);

  return {
    app,
    folder,
    books,
    context,
    notices,
    lines,
    stranger,
    caller: (token?: string) => caller(app, token),
    /** For tests that need a port: a browser, the CLI. */
    listen() {
      app.listen({ port: 0, hostname: "127.0.0.1" });
      return `http://127.0.0.1:${app.server?.port}`;
    },
    async close() {
      await app.server?.stop(true);
      await Promise.all([
        context.writers.stop("now"),
        context.readers.stop("now"),
        context.files.stop(),
      ]);
      books.close();
      await endPlace();
      assertNoSecret(lines.join(""), context.settings.sessionSecret);
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without types, like a client.
  body: any;
}

export type Caller = ReturnType<typeof caller>;

type App = ReturnType<typeof createApp>;

export function caller(app: App, token?: string) {
  async function call(
    method: string,
    path: string,
    content?: string | Uint8Array<ArrayBuffer> | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const all = new Headers(headers);
    if (token && !all.has("authorization")) all.set("authorization", `Bearer ${token}`);
    const request = new Request(`http://localhost${path}`, { method, headers: all, body: content });
    const response = await app.handle(request);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.match(/^application\/json\b/);
    const body = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body };
  }
  const json =
    (method: string) =>
    (path: string, body: unknown, headers = {}) =>
      call(method, path, JSON.stringify(body), { "content-type": "application/json", ...headers });

  return {
    token,
    get: (path: string) => call("GET", path),
    post: json("POST"),
    put: json("PUT"),
    upload: (path: string, csv: string | Uint8Array<ArrayBuffer>, headers = {}) =>
      call("POST", path, csv, { "content-type": "text/csv", ...headers }),
    delete: (path: string) => call("DELETE", path),
    call,
  };
}

export function done({ status, body }: Answer) {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Resets the limits by address: a test registers more agencies from one address than a stranger may. */
export const forgetAttempts = ({ books }: Pick<World, "books">) =>
  books.write.run("DELETE FROM password_attempts");

/** Fails at once, so that a test does not continue without its record. */
export function made(answer: Answer) {
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Opens the e-mailed link of an address, so that its user may send mails to strangers. */
export async function verifyEmail(
  { notices, stranger }: Pick<Opened, "notices" | "stranger">,
  email: string,
) {
  const mailed = notices.findLast(({ to, link }) => to === email && link?.url.includes("/verify#"));
  const [, token] = /\/verify#([\w-]+)/.exec(mailed?.link?.url ?? "") ?? [];
  done(await stranger.post("/api/auth/email/verify", { token }));
}

async function createAgency({ app, notices, stranger }: Opened, name: string, slug = name) {
  const password = `${name} password`;
  const registration = { name: `Owner of ${name}`, email: `owner@${slug}.test`, password };
  const agency = { agencyName: name, agencySlug: slug };
  const { token } = made(await stranger.post("/api/auth/register", { ...registration, ...agency }));
  const owner = caller(app, token);

  const member = { name: `Staff of ${name}`, email: `staff@${slug}.test`, password };
  made(await owner.post("/api/users/team", member));
  const login = await stranger.post("/api/auth/login", { email: member.email, password });

  for (const email of [registration.email, member.email]) {
    await verifyEmail({ notices, stranger }, email);
  }
  const { account } = made(await owner.post("/api/accounts", { name: `${name} bank` }));
  const till = made(await owner.post("/api/accounts", { name: `${name} cash`, type: "Cash" }));
  const fees = made(await owner.post("/api/categories", { name: "Fees", type: "Income" }));
  const rent = made(await owner.post("/api/categories", { name: "Rent", type: "Expense" }));
  return {
    ownerToken: token as string,
    staffToken: login.body.token as string,
    password,
    account,
    cash: till.account,
    fees: fees.category,
    rent: rent.category,
  };
}
