import type { CalendarDate } from "../../domain/dates.ts";
import type { Tenant } from "../engine/tenant.ts";

export interface Studio {
  people: Record<Person, Tenant>;
  /** Ids of accounts, categories, clients, vendors and bills, by name. */
  ids: Map<string, string>;
}

export type Person = "asha" | "rohan" | "vinod";

export interface DemoAction {
  date: CalendarDate;
  /** Time in India, `17:30`. */
  time: string;
  by: Person;
  does(who: Tenant, studio: Studio): Promise<unknown>;
}
