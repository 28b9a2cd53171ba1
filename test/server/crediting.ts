import { expect } from "bun:test";
import { made, type World } from "../world.ts";

export function creditingIn(world: () => World) {
  const post = (path: string, body: object) => world().kaveri.owner.post(`/api${path}`, body);
  const get = async (path: string) => (await world().kaveri.owner.get(`/api${path}`)).body;

  async function addClient(fields: object = { state: "Maharashtra" }): Promise<string> {
    return made(await post("/clients", { displayName: "A client", ...fields })).client._id;
  }

  const line = (rate: number, taxPct = 18) => ({ description: "Work", qty: 1, rate, taxPct });

  async function sent(clientId: string, rate: number, fields: object = {}) {
    const input = { clientId, date: "2026-10-05", items: [line(rate)], ...fields };
    const { _id } = made(await post("/invoices", input));
    return (await post(`/invoices/${_id}/send`, {})).body;
  }

  const note = (invoiceId: string, rate: number, fields: object = {}) => ({
    kind: "CREDIT_NOTE",
    invoiceId,
    date: "2026-10-20",
    reason: "VALUE_TOO_HIGH",
    items: [line(rate)],
    ...fields,
  });

  async function credit(invoiceId: string, rate: number) {
    const { _id } = made(await post("/notes", note(invoiceId, rate)));
    return (await post(`/notes/${_id}/send`, {})).body;
  }

  const pay = (id: string, amount: number, tdsAmount = 0) =>
    post(`/invoices/${id}/payments`, {
      date: "2026-10-25",
      amount,
      tdsAmount,
      mode: "UPI",
      accountId: world().kaveri.account._id,
    });

  const owed = async ({ _id }: { _id: string }) => {
    const { balance, status } = (await get(`/invoices/${_id}`)).invoice;
    return [balance, status];
  };
  const held = async ({ _id }: { _id: string }) => (await get(`/notes/${_id}`)).held;
  const isRight = async () => expect(await get("/books/check")).toMatchObject({ ok: true });

  return { post, get, addClient, line, sent, note, credit, pay, owed, held, isRight };
}
