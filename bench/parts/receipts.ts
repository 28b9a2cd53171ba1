import { today } from "../../domain/dates.ts";
import { median, ms, type Part, percentile } from "../measure.ts";
import { register, type Server, startServer } from "../server.ts";

const WARM_UP = 20;
const CALLS = 200;

export const receipts: Part = {
  title: "a receipt, from its form to its PDF",
  async run() {
    const server = await startServer("receipts");
    const ask = await createCaller(server);
    const { account } = await (await ask("POST", "/accounts", { name: "Till" })).json();
    const made: number[] = [];
    const inHand: number[] = [];
    for (let n = -WARM_UP; n < CALLS; n++) {
      const started = performance.now();
      const { receipt } = await (
        await ask("POST", "/receipts", buildReceipt(account._id, n))
      ).json();
      const answered = performance.now();
      const pdf = await ask("GET", `/receipts/${receipt._id}/pdf`);
      await pdf.arrayBuffer();
      if (n < 0) continue;
      made.push(answered - started);
      inHand.push(performance.now() - started);
    }
    await server.stop();
    return [
      {
        what: "receipt created to PDF in hand, p50",
        measured: `${ms(median(inHand))} (p99 ${ms(percentile(inHand, 0.99))})`,
        beside: `created ${ms(median(made))}`,
        ratio: "–",
        target: "60 ms",
      },
    ];
  },
};

async function createCaller(server: Server) {
  const headers = {
    authorization: `Bearer ${await register(server, "receipts")}`,
    "content-type": "application/json",
  };
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${server.url}/api${path}`, request);
    if (!response.ok) throw new Error(`${response.status} to ${path}: ${await response.text()}`);
    return response;
  };
}

const buildReceipt = (accountId: string, n: number) => ({
  date: today(),
  client: { name: `राधिका जोशी ${n}`, phone: "98500 63321", address: "Laxmi Road\nPune 411030" },
  purpose: "Lettering workshop, two seats",
  amount: 4_800,
  mode: "UPI",
  reference: "UPI 401188260417",
  accountId,
});
