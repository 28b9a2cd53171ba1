// The totals that a file of an earlier version must still return, over HTTP like in that version. Calls that
// the old version does not have are left out.

export const OWNER = { email: "asha@released.test", password: "asha password" };
const YEAR = "dateFrom=2026-04-01&dateTo=2027-03-31";

export type Figures = Awaited<ReturnType<typeof readFigures>>;

// biome-ignore lint/suspicious/noExplicitAny: read without types, like a client of any version.
type Body = any;

export async function readFigures(url: string, token: string) {
  const get = async (path: string): Promise<Body> => {
    const answer = await fetch(`${url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${answer.status} to ${path}`);
    return answer.json();
  };

  const { items, total, totals } = await get("/transactions?limit=100");
  const { balances } = await get(`/accounts/balances?${YEAR}`);
  const { users } = (await get("/users/team")) ?? { users: [] };
  const receipts = await get("/receipts?limit=100");
  const clients = await get("/clients");
  const invoices = await get("/invoices?limit=100");
  const notes = await get("/notes?limit=100");
  const vouchers = await get("/vouchers?limit=100");
  const estimates = await get("/estimates?limit=100");
  const bills = await get("/bills?limit=100");
  const journals = await get("/journals?limit=100");
  const locks = await get("/locks");
  const services = await get("/items");
  const { features } = await get("/metadata");
  const each = <T>(list: Body[], show: (one: Body) => T) => list.map(show);
  return {
    transactions: {
      total,
      totals,
      items: each(items, ({ _id, date, description, type, amount, notes }) =>
        [_id, date, description, type, amount, notes].join("; "),
      ),
    },
    closing: each(
      balances,
      ({ accountName, closingBalance }) => `${accountName}: ${closingBalance}`,
    ),
    team: each(users, ({ name, role }) => `${name}, ${role}`),
    imports: each((await get("/imports")).items, ({ file, added }) => `${file}: ${added}`),
    ...(receipts && {
      receipts: each(receipts.items, ({ receiptNumber, amount }) => `${receiptNumber}: ${amount}`),
    }),
    ...(clients && { clients: each(clients.clients, ({ displayName }) => displayName as string) }),
    ...(invoices && {
      invoices: each(invoices.items, ({ invoiceNumber, status, grandTotal }) =>
        [invoiceNumber, status, grandTotal].join(": "),
      ),
    }),
    ...(notes && {
      notes: each(notes.items, ({ number, status, applied, held }) =>
        [number, status, applied, held].join(": "),
      ),
    }),
    ...(vouchers && {
      vouchers: each(vouchers.items, ({ number, status, amount, held }) =>
        [number, status, amount, held].join(": "),
      ),
    }),
    ...(estimates && {
      estimates: each(estimates.items, ({ number, status }) => `${number}: ${status}`),
    }),
    ...(bills && {
      bills: each(bills.items, ({ number, status, grandTotal, toPay }) =>
        [number, status, grandTotal, toPay].join(": "),
      ),
    }),
    ...(journals && {
      journals: each(journals.items, ({ date, reason }) => [date, reason].join(": ")),
    }),
    ...(services && {
      items: each(services.items, ({ name, rate }) => [name, rate].join(": ")),
    }),
    ...(locks && { lockedTo: locks.lockedTo as string | null }),
    ...(features && { features: Object.keys(features).filter((name) => features[name]) }),
  };
}
