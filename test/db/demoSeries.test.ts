import { afterAll, expect, test } from "bun:test";
import { signIn } from "../../db/agencies/users.ts";
import { toHdfc } from "../../db/demo/formats.ts";
import { listInvoices } from "../../db/documents/listInvoices.ts";
import { changeReminderRules } from "../../db/reminders/rules.ts";
import { listSeries } from "../../db/series/list.ts";
import { runSeries } from "../../db/series/run.ts";
import { addDays, today } from "../../domain/dates.ts";
import { ON, openDemoBooks } from "../demoBooks.ts";
import { newFolder } from "../process.ts";
import { sendStatement } from "../server/banking.ts";
import { startMailServer } from "../server/mailServer.ts";
import { openClock } from "../server/reminding.ts";
import { createWorld, done, made } from "../world.ts";

const { folder, remove } = newFolder();
afterAll(remove);

let demo: Awaited<ReturnType<typeof openDemoBooks>>;

test("the demo has twelve retainers, created on the first of its month", async () => {
  demo = await openDemoBooks(folder);
  const { books, written } = demo;
  const { session, user } = await signIn(books, written, { address: "here" }, "");
  const owner = { books, ...session, role: user.role };
  const all = await listSeries(owner, { page: 1, limit: 50 }, ON);
  expect(all.items.map(({ state, made, nextDate }) => [state, made, nextDate])).toEqual(
    Array(12).fill(["active", 1, "2026-12-01"]),
  );
  const { upcoming, waiting } = all;
  expect([upcoming.count, upcoming.total, waiting.count]).toEqual([12, 97_940, 0]);
  const days = { dateFrom: "2026-11-01", dateTo: "2026-11-01", page: 1, limit: 100 };
  const { items } = await listInvoices(owner, days as never);
  expect(items.map(({ status }) => status)).toEqual(Array(12).fill("SENT"));
  books.close();
});

test("its next month is sent, reminded, paid on the client page and matched automatically", async () => {
  const host = await startMailServer();
  const mail = { url: host.url, from: "billing@indigo.example", isPerAgency: false };
  const world = await createWorld(
    { mail: { ...mail, origin: "https://books.example" } },
    demo.place,
  );
  const { mail: server } = world.context.settings;
  const { token } = done(await world.stranger.post("/api/auth/login", demo.written));
  const asha = world.caller(token);
  const get = async (path: string) => done(await asha.get(`/api${path}`));
  const clock = await openClock(world);

  const { items: series } = await get("/series?limit=50");
  for (const { _id } of series) {
    done(await asha.put(`/api/series/${_id}`, { mode: "issue_and_send" }));
  }
  const first = { today: "2026-12-01", at: "2026-12-01T00:31:00Z", mail: server };
  expect(await runSeries(world.books, first)).toEqual({ made: 12, failed: [] });
  expect(await runSeries(world.books, first)).toEqual({ made: 0, failed: [] });
  // A series dates its mail by the real clock.
  clock.set(addDays(today(), 1), "09:00");
  await clock.settle();
  const { items: invoices } = await get("/invoices?dateFrom=2026-12-01&dateTo=2026-12-01&limit=50");
  const states = invoices.map(({ status, dueDate }: Row) => [status, dueDate]);
  expect(states).toEqual(Array(12).fill(["SENT", "2026-12-31"]));
  const addresses = invoices.map(({ clientId }: Row) => clientId.email).sort();
  expect(host.taken.map(({ to }) => to[0]).sort()).toEqual(addresses);

  // Ten clients pay. On the due date the other two get one reminder each for all they owe.
  const { accounts } = await get("/accounts");
  const bank = accounts.find(({ name }: { name: string }) => name.startsWith("HDFC"));
  const money = { date: "2026-12-20", mode: "Bank Transfer", accountId: bank._id };
  const [late, lost, ...others] = invoices as Row[];
  if (!late || !lost) throw new Error("There are twelve");
  for (const { _id, balance } of others) {
    made(await asha.post(`/api/invoices/${_id}/payments`, { ...money, amount: balance }));
  }
  const { session, user } = await signIn(world.books, demo.written, { address: "here" }, "");
  const owner = { books: world.books, ...session, role: user.role };
  await changeReminderRules(owner, { isOn: true, rules: [] }, server, "2026-12-31");
  clock.set("2026-12-31", "11:00");
  expect([await clock.pass(), await clock.pass()]).toEqual([2, 0]);
  const reminders = host.taken.slice(12);
  expect(reminders.map(({ to }) => to[0]).sort()).toEqual(
    [late, lost].map(({ clientId }) => clientId.email).sort(),
  );
  for (const reminder of reminders) {
    const { subject, text = "" } = await reminder.parse();
    const of = [late, lost].find(({ clientId }) => clientId.email === reminder.to[0]);
    expect(subject).toContain(" and 1 more is due today");
    expect(text).toContain(`${of?.number}, due 31 Dec 2026: `);
  }

  // A late client follows the link in the e-mail and pays by its code.
  const brought = host.taken.find(({ to }) => to[0] === late.clientId.email);
  const { text = "" } = (await brought?.parse()) ?? {};
  const path = /https:\/\/books\.example(\/s\/\S+)/.exec(text)?.[1] ?? "";
  const { body: page } = await world.stranger.get(path);
  const asked = new URLSearchParams(
    /href="upi:\/\/pay\?([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&"),
  );
  expect(Number(asked.get("am"))).toBe(late.balance);
  const narration = `UPI-RAVI MENON-RAVI.M@OKAXIS-UTIB0000123-632945678901-${asked.get("tn")}`;
  const rows = [{ date: "2027-01-02", narration, paise: Math.round(late.balance * 100) }];
  const file = toHdfc({ rows, opening: 1_00_000_00, dateFrom: "2027-01-02", dateTo: "2027-01-02" });
  const query = `accountId=${bank._id}&file=january.csv&acceptGaps=1`;
  made(await sendStatement(asha, query, new TextEncoder().encode(file)));
  const { items: lines } = await get(`/bank-lines?accountId=${bank._id}&state=open&limit=100`);
  const line = lines.find(({ date }: { date: string }) => date === "2027-01-02");
  const [proposal] = line.proposals;
  expect(proposal).toMatchObject({ kind: "invoice", likely: true, parts: [{ _id: late._id }] });
  made(await asha.post(`/api/bank-lines/${line._id}/accept`, { proposal: proposal._id }));
  expect((await get(`/invoices/${late._id}`)).invoice.status).toBe("PAID");
  expect((await world.stranger.get(path)).body).toContain("Thank you.");

  clock.set("2027-01-07", "11:00");
  await clock.pass();
  const told = host.taken.slice(14).map(({ to }) => to[0]);
  expect(told.filter((to) => to === lost.clientId.email)).toHaveLength(1);
  expect(told).not.toContain(late.clientId.email);
  const { items: mails } = await get("/outbox?limit=50");
  expect(mails.map(({ state, attempts }: Mailed) => [state, attempts])).toEqual(
    Array(host.taken.length).fill(["handed_over", 1]),
  );
  await clock.end();
  await world.end();
  await host.end();
});

interface Row extends Record<"_id" | "dueDate" | "number" | "status", string> {
  balance: number;
  clientId: { email: string };
}
type Mailed = Record<"attempts" | "state", unknown>;
