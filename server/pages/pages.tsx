import type { ComponentType } from "react";
import Dashboard from "../../islands/dashboard/Dashboard.tsx";
import Login from "../../islands/login/Login.tsx";
import Masters from "../../islands/masters/Masters.tsx";
import Register from "../../islands/register/Register.tsx";
import Transactions from "../../islands/transactions/Transactions.tsx";

export interface Page {
  path: string;
  title: string;
  /** The island: its file under islands/ and its component. */
  source: string;
  Island: ComponentType;
  /** For the signed in: the API calls it starts with. One that ends in `?` takes the page's query string. */
  calls?: string[];
  /** It shows a period, this month where its address names none. */
  hasPeriod?: true;
}

/** Every page there is. One with `calls` is for the signed in, the others are for the signed out. */
export const PAGES: Page[] = [
  { path: "/login", title: "Sign in", source: "login/Login.tsx", Island: Login },
  {
    path: "/register",
    title: "Create your agency",
    source: "register/Register.tsx",
    Island: Register,
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    source: "dashboard/Dashboard.tsx",
    Island: Dashboard,
    calls: ["/api/dashboard?", "/api/accounts/balances?", "/api/metadata"],
    hasPeriod: true,
  },
  {
    path: "/transactions",
    title: "Transactions",
    source: "transactions/Transactions.tsx",
    Island: Transactions,
    calls: ["/api/transactions?", "/api/accounts", "/api/categories", "/api/metadata"],
    hasPeriod: true,
  },
  {
    path: "/settings/masters",
    title: "Master Data",
    source: "masters/Masters.tsx",
    Island: Masters,
    calls: ["/api/accounts", "/api/categories", "/api/metadata"],
  },
];
