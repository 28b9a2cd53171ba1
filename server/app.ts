import { Elysia } from "elysia";
import { headers } from "./headers.ts";
import type { House } from "./house.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { accounts } from "./routes/accounts.ts";
import { agency, logos } from "./routes/agency.ts";
import { audit } from "./routes/audit.ts";
import { auth, openAuth } from "./routes/auth.ts";
import { categories } from "./routes/categories.ts";
import { check } from "./routes/check.ts";
import { clients } from "./routes/clients.ts";
import { health } from "./routes/health.ts";
import { imports } from "./routes/imports.ts";
import { invoiceSettings, invoices, payments } from "./routes/invoices.ts";
import { profile } from "./routes/profile.ts";
import { receipts } from "./routes/receipts.ts";
import { reports } from "./routes/reports.ts";
import { team } from "./routes/team.ts";
import { transactions } from "./routes/transactions.ts";

export type App = ReturnType<typeof createApp>;

/** The whole HTTP surface. A stranger is answered by health, logos, `openAuth` and the page shells only. */
export const createApp = (house: House) =>
  new Elysia({ normalize: false })
    .use(headers(house))
    .use(refusals(house.log))
    .use(health(house))
    .use(logos(house))
    .use(pages(house.built))
    .group("/api", (api) =>
      api
        .use(openAuth(house))
        .use(auth(house))
        .use(profile(house))
        .use(team(house))
        .use(agency(house))
        .use(audit(house))
        .use(check(house))
        .use(accounts(house))
        .use(categories(house))
        .use(imports(house))
        .use(transactions(house))
        .use(receipts(house))
        .use(clients(house))
        .use(invoices(house))
        .use(payments(house))
        .use(invoiceSettings(house))
        .use(reports(house)),
    );
