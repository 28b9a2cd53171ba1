import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part } from "../measure.ts";
import { FOLDER, importFile, register, startServer } from "../server.ts";

const BATCHES = 100;
const DELETED = 20;
const AT_ONCE = 1_000;
const LOOKS = 20;

/** Measures trash, history and verification on a million rows, with a long log and a full trash. */
export const trust: Part = {
  title: "trash, history and verify at 1,000,000 rows, 100,000 logged one by one, 20,000 deleted",
  async run() {
    const file = await writeBooks(FOLDER, 1_000_000);
    const server = await startServer("trust");
    const token = await register(server, "trust");
    await importFile(server, token, file);
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${server.url}/api/${path}`, sent);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.message);
      return answer;
    };
    const { accounts } = await ask("GET", "accounts");
    const { categories } = await ask("GET", "categories");
    const category = categories.find(({ type }: { type: string }) => type === "Expense");
    const links = { accountId: accounts[0]._id, categoryId: category._id };
    let one = "";
    for (let batch = 0; batch < BATCHES; batch++) {
      const transactions = Array.from({ length: AT_ONCE }, (_, n) => ({
        date: "2026-10-05",
        type: "Expense",
        description: `Cab ${batch} ${n}`,
        amount: 1 + n,
        ...links,
      }));
      const made = await ask("POST", "transactions/batch", { transactions });
      const ids = made.transactions.map(({ _id }: { _id: string }) => _id);
      if (batch < DELETED) await ask("POST", "transactions/delete", { ids });
      one = ids[0];
    }
    const timed = async (what: string, path: string, target: string): Promise<Finding> => {
      const took: number[] = [];
      for (let n = 0; n < LOOKS; n++) {
        const started = performance.now();
        await ask("GET", path);
        took.push(performance.now() - started);
      }
      const longest = ms(Math.max(...took));
      return { what, measured: ms(median(took)), beside: `longest ${longest}`, ratio: "–", target };
    };
    const findings = [
      await timed("trash, its first page", "trash", "100 ms"),
      await timed("trash, a search that passes 500 over", "trash?q=nothing", "1000 ms"),
      await timed("history of one transaction", `history?entity=Transaction&id=${one}`, "50 ms"),
      await timed("my last 50 operations, of 1,000 entries each", "history", "100 ms"),
    ];
    const started = performance.now();
    const { ok, entries, records } = await ask("GET", "audit/verify");
    if (!ok) throw new Error(`The log differs: ${JSON.stringify(records.differences[0])}`);
    const measured = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const beside = `${entries} entries, ${records.compared} records`;
    findings.push({ what: "verify of log and records", measured, beside, ratio: "–", target: "" });
    await server.stop();
    return findings;
  },
};
