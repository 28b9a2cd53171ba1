import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { enqueueMails } from "../../db/mail/enqueue.ts";
import { openBooks } from "../../db/open/open.ts";
import { today } from "../../domain/dates.ts";
import { nameOnly, plainContent } from "../../domain/mail/content.ts";
import { newFolder } from "../process.ts";
import { type MailHost, startMailServer } from "../server/mailServer.ts";
import { createWorld, made } from "../world.ts";

// Killed at every step of 500 mails, a sender loses none, and sends none twice except those marked as
// unknown.

const MAILS = 500;
const STEPS = ["greeting", "mail", "rcpt", "data", "taken", "answered"] as const;
const KILLS = 12;

const { folder, remove } = newFolder();
let host: MailHost;
afterAll(async () => {
  await host.end();
  remove();
});

test("a sender killed at any step loses no mail and says which may be sent twice", async () => {
  host = await startMailServer();
  const database = join(folder, "books.db");
  await fill(database);

  let kills = 0;
  for (;;) {
    const child = spawn(database);
    let left = 5 + (kills % 4) * 3;
    const step = STEPS[kills % STEPS.length];
    host.listen((phase) => {
      if (kills >= KILLS || phase !== step || --left !== 0) return false;
      child.kill("SIGKILL");
      return true;
    });
    const code = await child.exited;
    if (code === 0) break;
    expect(await new Response(child.stderr).text()).toBe("");
    kills++;
  }
  expect(kills).toBe(KILLS);

  const times = Map.groupBy(host.taken, ({ raw }) => /^Message-ID: (<.+>)/m.exec(raw)?.[1] ?? "");
  const books = await openBooks({ url: `file:${database}` });
  const mails = await books.read.all<Row>(
    "SELECT kind, state, unknowns, message_id AS id FROM mails",
  );
  books.close();
  expect(mails).toHaveLength(MAILS);
  let unsure = 0;
  for (const { kind, state, unknowns, id } of mails) {
    const taken = times.get(id)?.length ?? 0;
    const what = `${kind} ${state} ${unknowns} ${taken}`;
    expect(taken, what).toBeLessThanOrEqual(1 + unknowns);
    if (state === "handed_over") expect(taken, what).toBeGreaterThanOrEqual(1);
    else expect(what).toStartWith(kind === "reminder" ? "reminder unknown 1" : "invoice unknown 2");
    if (unknowns > 0) unsure++;
  }
  expect([...times.keys()].filter((id) => !mails.some((mail) => mail.id === id))).toEqual([]);
  // Eight are sent at once, so a kill leaves at most eight unknown.
  expect(unsure).toBeGreaterThan(0);
  expect(unsure).toBeLessThanOrEqual(KILLS * 8);
});

interface Row {
  kind: string;
  state: string;
  unknowns: number;
  id: string;
}

const spawn = (database: string) =>
  Bun.spawn([process.execPath, join(import.meta.dir, "sender.process.ts"), database, host.url], {
    stdout: "ignore",
    stderr: "pipe",
  });

async function fill(database: string): Promise<void> {
  const world = await createWorld({}, { url: `file:${database}` });
  const { owner } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Meridian" }));
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const invoice = made(
    await owner.post("/api/invoices", { clientId: client._id, date: today(), items }),
  );
  const [user] = await world.books.read.all<{ id: string; agency: number }>(
    "SELECT id, agency_id AS agency FROM users WHERE email = 'owner@kaveri.test'",
  );
  const who = { agencyId: user?.agency ?? 0, userId: user?.id ?? "", role: "owner" as const };
  const tenant = { ...who, books: world.books };
  await owner.post(`/api/invoices/${invoice._id}/send`, {});
  const content = plainContent(nameOnly("kaveri"), "An invoice");
  const common = {
    label: "26-27/INV/000001",
    subject: "An invoice",
    text: "Dear Meridian",
    content,
  };
  const mails = Array.from({ length: MAILS }, (_, n) => {
    const to = `person-${n}@meridian.example`;
    if (n % 5 === 0)
      return { ...common, to, kind: "reminder", entity: "client", entityId: "x" } as const;
    const about = { kind: "invoice", entity: "invoice", entityId: invoice._id } as const;
    return { ...common, ...about, to, hasPaper: n % 25 === 1 };
  });
  const early = Date.now() - 60_000;
  await writeTransaction(tenant, (tx) =>
    enqueueMails(tx, tenant, "billing@indigo.example", mails, early),
  );
  await world.end();
  rmSync(world.folder, { recursive: true, force: true });
}
