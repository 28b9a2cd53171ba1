import { readFileSync } from "node:fs";
import { and, eq } from "drizzle-orm";
import { addDays, type CalendarDate, today, toFinancialYear } from "../../domain/dates.ts";
import { CATEGORY_TYPES } from "../../domain/ledger/categories.ts";
import { changeMetadata } from "../agencies/agency.ts";
import { setVerified } from "../agencies/people.ts";
import { addMember } from "../agencies/team.ts";
import { registerAgency } from "../agencies/users.ts";
import { changeInvoiceSettings } from "../documents/invoiceSettings.ts";
import type { Books } from "../engine/books.ts";
import { StartupError } from "../engine/errors.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { accountStore } from "../ledger/accounts.ts";
import { categoryStore } from "../ledger/categories.ts";
import { changeLedger } from "../ledger/ledgers.ts";
import { agencies, users } from "../schema/agencies.ts";
import { demoActionsUntil } from "./actions.ts";
import type { DemoAction, Studio } from "./addActions.ts";
import { statementsToDrop } from "./statements.ts";
import * as studio from "./studio.ts";

const SLUG = "indigo-studio";
const PASSWORD = "indigo demo";

/**
 * Writes a year of a design studio's books up to today, with the users' operations, dated as they would have
 * been. Does nothing if the demo exists.
 * @returns the owner's sign-in
 * @throws HalfDemo if an earlier start stopped in the middle
 */
export async function writeDemo(books: Books, on: CalendarDate = today()): Promise<DemoWritten> {
  const signIn = { email: studio.TEAM.asha.email, password: PASSWORD, statements: [] };
  const [known] = await books.read.select().from(agencies).where(eq(agencies.slug, SLUG));
  if (known) {
    await assertComplete(books, known.id);
    return signIn;
  }

  const opened = await openStudio(books, addDays(on, 1 - studio.DAYS));
  for (const action of demoActionsUntil(on)) {
    const by = opened.people[action.by];
    if (!by) throw new Error(`${action.by} of the demo has not joined yet`);
    await action.does({ ...by, at: action.date < on ? at(action) : undefined }, opened);
  }
  // Added last, as the sign that the demo is complete.
  await addMember(
    { ...opened.people.asha, at: undefined },
    { ...studio.TEAM.sneha, password: PASSWORD },
  );
  return { ...signIn, statements: await statementsToDrop(opened.people.asha, on) };
}

export interface DemoWritten {
  email: string;
  password: string;
  /** Statements of the last days, not imported yet; none if the demo already existed. */
  statements: { name: string; content: string }[];
}

const at = ({ date, time }: Pick<DemoAction, "date" | "time">) =>
  new Date(`${date}T${time}:00+05:30`).toISOString();

async function assertComplete(books: Books, agencyId: number): Promise<void> {
  const [last] = await books.read
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.agencyId, agencyId), eq(users.email, studio.TEAM.sneha.email)));
  if (!last) throw new HalfDemo("data/demo.db holds half a demo; delete it, and start again");
}

/** The demo has no real data, so the server may delete it and write it again. */
export class HalfDemo extends StartupError {}

/** Creates the agency on its first day: users, names and settings. */
async function openStudio(books: Books, date: CalendarDate): Promise<Studio> {
  const opened = at({ date, time: "09:30" });
  const agency = { agencyName: "Indigo Studio", agencySlug: SLUG };
  const registration = { ...studio.TEAM.asha, ...agency, password: PASSWORD };
  const { session, user } = await registerAgency(
    books,
    registration,
    { address: "the demo" },
    opened,
  );
  const asha: Tenant = { books, ...session, role: user.role, at: opened };
  await verify(asha, "asha");
  const logo = readFileSync(new URL("./logo.png", import.meta.url));
  const lut = [studio.buildLut(toFinancialYear(date))];
  await changeMetadata(asha, { ...studio.AGENCY, lut }, { type: "image/png", bytes: logo });
  await changeInvoiceSettings(asha, { bankDetails: studio.BANK_DETAILS });
  // In parallel, because hashing a password takes a tenth of a second.
  const [rohan, vinod] = await Promise.all([join(asha, "rohan"), join(asha, "vinod")]);
  return { people: { asha, rohan, vinod }, ids: await makeNames(asha) };
}

async function join(owner: Tenant, who: keyof typeof studio.TEAM): Promise<Tenant> {
  const { _id: userId, role } = await addMember(owner, { ...studio.TEAM[who], password: PASSWORD });
  const member = { ...owner, userId, role };
  await verify(member, who);
  return member;
}

/** Marks made-up addresses as verified, so that the members can mail clients. */
function verify(member: Tenant, who: keyof typeof studio.TEAM): Promise<void> {
  const { email } = studio.TEAM[who];
  return writeTransaction(member, (tx) => setVerified(tx, email, { ...member, role: "bahi" }));
}

/** Creates accounts and categories, and returns their ids by name. */
async function makeNames(owner: Tenant): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const account of studio.ACCOUNTS) {
    const { name, _id } = await accountStore.add(owner, account);
    ids.set(name, _id);
  }
  for (const type of CATEGORY_TYPES) {
    for (const name of studio.CATEGORIES[type]) {
      const category = { name, type, ledger: "", isActive: true, ...studio.MEANT[name] };
      ids.set(name, (await categoryStore.add(owner, category))._id);
    }
  }
  for (const { opening, ...holding } of studio.HOLDINGS) {
    const { _id } = await categoryStore.add(owner, { ...holding, ledger: "", isActive: true });
    if (opening !== 0) await changeLedger(owner, _id, { openingBalance: opening });
    ids.set(holding.name, _id);
  }
  await categoryStore.add(owner, {
    name: studio.PAST_CATEGORY,
    type: "Expense",
    ledger: "",
    isActive: false,
  });
  return ids;
}
