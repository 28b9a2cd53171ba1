import { join } from "node:path";
import { newId } from "../../db/engine/id.ts";
import { insertRows } from "../../db/engine/insertRows.ts";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { openBooks } from "../../db/open/open.ts";
import { series as table } from "../../db/schema/series.ts";
import { today } from "../../domain/dates.ts";
import { ms, type Part } from "../measure.ts";
import { FOLDER, register, startServer } from "../server.ts";

const SERIES = 10_000;

export const series: Part = {
  title: "series that are all due when the server starts",
  async run() {
    await fill("series");
    const started = performance.now();
    const server = await startServer("series", "bench/loopServer.ts", { LOG_LEVEL: "info" });
    await server.loop();
    await server.hasLogged("Series have made what was due");
    const took = performance.now() - started;
    const held = (await server.loop()).at(-1) ?? Number.NaN;
    await server.stop();
    return [
      {
        what: "10,000 invoices of series that are due at once, made and issued",
        measured: `${(took / 1000).toFixed(0)} s; the loop held ${ms(held)} at the longest`,
        beside: "",
        ratio: `${ms(took / SERIES)} each`,
        target: "50 ms",
      },
    ];
  },
};

/** Creates books with many series of one client, all due today, without occurrences. */
async function fill(name: string): Promise<void> {
  const server = await startServer(name);
  const token = await register(server, "bench");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${server.url}/api${path}`, init)).json();
  };
  const { client } = await post("/clients", { displayName: "Meridian", state: "Maharashtra" });
  const items = [{ description: "Retainer for {month}", hsnSac: "998361", qty: 1, rate: 1_000 }];
  const repeats = { anchor: today(), unit: "month", mode: "issue", state: "paused" };
  await post("/series", { kind: "invoice", template: { clientId: client._id, items }, ...repeats });
  await server.stop();

  const books = await openBooks({ url: `file:${join(FOLDER, name, "bahi.db")}` });
  const [row] = await books.read.select().from(table);
  if (!row) throw new Error("The series was not made");
  const due = { ...row, state: "active", pausedAt: null, pausedBy: null } as const;
  const rows = Array.from({ length: SERIES }, () => ({ ...due, id: newId() }));
  await writeTransaction({ books }, (tx) => insertRows(tx, table, rows));
  books.close();
  Bun.gc(true); // A closed connection keeps the file open until it is garbage-collected (libsql 0.5).
}
