import { makeResetLink } from "../../db/agencies/recovery.ts";
import { today } from "../../domain/dates.ts";
import { askFor, furnish, giveException, sendTo } from "../furnish.ts";
import type { Call } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import { formBody, png } from "../pictures.ts";
import type { Answer, Caller, World } from "../world.ts";
import { done, made } from "../world.ts";
import { bankCalls } from "./banking.ts";
import { billCalls } from "./buying.ts";
import { closeCalls } from "./closeCalls.ts";
import { factorCalls } from "./factorCalls.ts";
import { gstCalls } from "./gstCalls.ts";
import { mailCalls } from "./mailCalls.ts";
import { undoCalls } from "./undoing.ts";

const FAR = "2090-01-31";

export async function buildWrites(
  world: World,
  owner: Caller,
): Promise<Record<string, () => Promise<Answer>>> {
  const { ids, office } = await furnish(owner, { mark: "A thing", n: 1 });
  const send = sendTo(owner);
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const offered = { clientId: office.client, date: today(), items };
  const bill = () => owner.post("/api/invoices", offered);
  const drafts = [made(await bill())._id, made(await bill())._id];
  const entry = { date: today(), description: "One of many", type: "Income", amount: 5 };
  const links = { accountId: office.bank, categoryId: office.fees };
  const { transactions } = made(
    await owner.post("/api/transactions/batch", { transactions: [{ ...entry, ...links }] }),
  );
  const reason = { kind: "DEBIT_NOTE", reason: "OTHER", date: today(), items };
  const note = made(await owner.post("/api/notes", { ...reason, invoiceId: office.invoice }));
  const advance = { clientId: office.client, date: today(), amount: 9, mode: "UPI" };
  const money = { accountId: office.bank, description: "In advance" };
  const voucher = made(await owner.post("/api/vouchers", { ...advance, ...money }));
  const offer = async () => made(await owner.post("/api/estimates", offered))._id;
  const offers = [await offer(), await offer()];
  await owner.post(`/api/estimates/${offers[1]}/send`, {});
  const repeat = async () => {
    const template = { clientId: office.client, items };
    const of = { kind: "invoice", anchor: FAR, unit: "month", mode: "issue" };
    return made(await owner.post("/api/series", { ...of, template }))._id;
  };
  const repeated = [await repeat(), await repeat()];
  const many = { ids: [transactions[0]._id] };
  const asked = await askFor(owner, { mark: "A thing", n: 1 }, office, 3);
  const [first = "", second = "", third = ""] = asked.ids;
  const question = { text: "Their new address?", ask: true };
  made(await owner.post(`/api/comments?entity=client&id=${office.client}`, question));
  const calls: Record<string, () => Promise<Answer>> = {
    "POST /api/comments/answer": () =>
      owner.post(`/api/comments/answer?entity=client&id=${office.client}`, {}),
    "POST /api/approvals/:id/approve": () => owner.post(`/api/approvals/${first}/approve`, {}),
    "POST /api/approvals/:id/refuse": () =>
      owner.post(`/api/approvals/${second}/refuse`, { reason: "Paid before" }),
    "POST /api/approvals/:id/withdraw": () => asked.withdraw(third),
    "PUT /api/approvals/limit": () => owner.put("/api/approvals/limit", { limit: 50_000 }),
    "PUT /api/overview/responsible": async () => {
      const { user } = (await owner.get("/api/auth/me")).body;
      const { agencySlug, _id: userId } = user;
      return owner.put("/api/overview/responsible", { agencySlug, userId });
    },
    "PUT /api/features": () => owner.put("/api/features", { reports: false }),
    "DELETE /api/agency": () =>
      owner.call("DELETE", "/api/agency", JSON.stringify({ agencySlug: "kaveri" }), {
        "content-type": "application/json",
      }),
    "POST /api/agency/restore": () => owner.post("/api/agency/restore", {}),
    "POST /api/auth/register": () =>
      world.stranger.post("/api/auth/register", {
        name: "Uma",
        email: "new@new.test",
        password: "uma's own",
        agencyName: "New",
        agencySlug: "new",
      }),
    "POST /api/auth/join": async () => {
      const guest = { name: "Guest", email: "guest@new.test", role: "accountant" };
      const { url } = made(await owner.post("/api/users/invitations", guest));
      const [, token] = url.split("#");
      return world.stranger.post("/api/auth/join", { token, password: "a guest's" });
    },
    "POST /api/auth/reset": async () => {
      const guest = { name: "Guest", email: "forgetful@new.test", password: "forgotten" };
      made(await owner.post("/api/users/team", guest));
      const token = await makeResetLink(world.books, guest.email);
      return world.stranger.post("/api/auth/reset", { token, password: "a new one" });
    },
    ...factorCalls(world, owner),
    "PUT /api/users/profile": () => owner.put("/api/users/profile", { name: "Owner of kaveri" }),
    "POST /api/users/logo": async () => {
      const { bytes, headers } = await formBody({ logo: new Blob([png(8, 8)]) });
      return owner.call("POST", "/api/users/logo", bytes, headers);
    },
    ...(await closeCalls(owner)),
    "POST /api/close/:id": () => closeEarlier(owner),
    "POST /api/close/:id/shared": () => closeEarlier(owner, "shared"),
    "POST /api/close/:id/opened": () => closeEarlier(owner, "opened"),
    "PUT /api/receipts/:id/payment": async () => {
      const pay = { date: today(), client: { name: "Guest" }, purpose: "A logo", mode: "UPI" };
      const receipt = { ...pay, amount: 5, accountId: office.bank };
      const { _id } = made(await owner.post("/api/receipts", receipt)).receipt;
      return owner.put(`/api/receipts/${_id}/payment`, { invoiceId: office.invoice });
    },
    "POST /api/locks/exceptions": () => giveException(owner, "For a while"),
    "PUT /api/exports/tally/names": () =>
      owner.put("/api/exports/tally/names", { names: [{ key: "opening", name: "Capital" }] }),
    "PUT /api/ledgers/:id": () => owner.put(`/api/ledgers/gst_payable`, { openingBalance: 5 }),
    "POST /api/transactions/batch": () =>
      owner.post("/api/transactions/batch", { transactions: [{ ...entry, ...links }] }),
    "POST /api/transactions/categorise": () =>
      owner.post("/api/transactions/categorise", { ...many, categoryId: office.fees }),
    "POST /api/transactions/delete": () => owner.post("/api/transactions/delete", many),
    "POST /api/receipts/pdfs": () => owner.post("/api/receipts/pdfs", { ids: [ids.receipt] }),
    "POST /api/invoices/pdfs": () => owner.post("/api/invoices/pdfs", { ids: [ids.invoice] }),
    "POST /api/invoices/send": () => owner.post("/api/invoices/send", { ids: [drafts[0]] }),
    "POST /api/notes/:id/send": () => owner.post(`/api/notes/${note._id}/send`, {}),
    "POST /api/notes/:id/payments": () =>
      owner.post(`/api/notes/${note._id}/payments`, {
        date: today(),
        amount: 1,
        mode: "UPI",
        accountId: office.bank,
      }),
    "POST /api/notes/:id/refund": () =>
      owner.post(`/api/notes/${office.note}/refund`, {
        date: today(),
        amount: 1,
        mode: "UPI",
        accountId: office.bank,
      }),
    "POST /api/invoices/:id/duplicate": () =>
      owner.post(`/api/invoices/${drafts[1]}/duplicate`, {}),
    "POST /api/invoices/:id/write-off": () =>
      owner.post(`/api/invoices/${office.invoice}/write-off`, {
        date: today(),
        amount: 1,
        reason: "A rounding",
      }),
    ...billCalls(owner, office),
    ...bankCalls(owner, ids, office),
    "POST /api/estimates/:id/send": () => owner.post(`/api/estimates/${offers[0]}/send`, {}),
    "POST /api/estimates/:id/accept": () => owner.post(`/api/estimates/${offers[0]}/accept`, {}),
    ...Object.fromEntries(
      Object.entries({ invoice: offers[0], decline: offers[1] }).map(([verb, id]) => [
        `POST /api/estimates/:id/${verb}`,
        () => owner.post(`/api/estimates/${id}/${verb}`, {}),
      ]),
    ),
    "POST /api/vouchers/:id/use": () =>
      owner.post(`/api/vouchers/${voucher._id}/use`, { invoiceId: office.invoice, amount: 1 }),
    "POST /api/vouchers/:id/refund": () =>
      owner.post(`/api/vouchers/${voucher._id}/refund`, {
        date: today(),
        amount: 1,
        mode: "UPI",
        accountId: office.bank,
      }),
    ...Object.fromEntries(
      ["skip", "unskip", "pause", "resume", "make", "end"].map((verb) => [
        `POST /api/series/:id/${verb}`,
        () =>
          owner.post(
            `/api/series/${repeated[verb === "end" ? 1 : 0]}/${verb}`,
            verb === "unskip" ? { date: FAR } : {},
          ),
      ]),
    ),
    ...gstCalls(world, owner, office),
    ...undoCalls(owner, async () =>
      made(await owner.post("/api/clients", { displayName: "Slip" })),
    ),
    ...mailCalls(world, owner, { ...ids, invoices: office.invoice, notes: note._id }),
    "POST /api/invoices/:id/send": () => owner.post(`/api/invoices/${drafts[1]}/send`, {}),
  };
  for (const noun of NOUNS) {
    const write = { mark: `Another ${noun.entity}`, n: 5 };
    const id = ids[noun.folder ?? ""] ?? "";
    const writes = [
      noun.create?.(write, office),
      noun.change?.(id, { mark: "Changed", n: 6 }, office),
      noun.folder && noun.remove?.(id),
    ];
    for (const call of writes.filter((call) => call !== undefined && call !== "")) {
      calls[toRoute(call, [...Object.values(ids), office.invoice, office.note, office.bill])] ??=
        () => send(call);
    }
  }
  return calls;
}

async function closeEarlier(owner: Caller, act?: "opened" | "shared"): Promise<Answer> {
  const { lockedTo } = done(await owner.get("/api/locks"));
  const closed = await owner.post("/api/close/2020-02", {});
  const answer = act ? await owner.post(`/api/close/2020-02/${act}`, {}) : closed;
  if (lockedTo < "2020-02-29") {
    done(await owner.put("/api/locks", { lockedTo, reason: "It was closed for a moment" }));
  }
  return answer;
}

const toRoute = ({ method, path }: Call, ids: string[]) =>
  `${method} /api${path.replace(/\?.*/, "")}`
    .split("/")
    .map((part) => (ids.includes(part) || /^\d{4}-\d\d$/.test(part) ? ":id" : part))
    .join("/");

/** Every route other than GET that changes data beyond what is due anyway. */
export const writingRoutes = ({ app }: World) =>
  app.routes
    .filter(({ method, path }) => path.startsWith("/api") && method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`)
    .filter(
      (route) =>
        !/\/(login|logout|switch|invitation|forgot|verify|email\/send|sessions\/:id|try|run|options)$/.test(
          route,
        ),
    )
    // Marking as read changes nothing in the books.
    .filter((route) => !/\/notifications\/(read|mail)$/.test(route))
    .filter((route) => route !== "POST /api/auth/totp"); // The app stays off until a code confirms it.
