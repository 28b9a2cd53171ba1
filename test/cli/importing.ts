import { join } from "node:path";
import { createWorld } from "../world.ts";
import type { Seat } from "./bahi.ts";

type Agency = "kaveri" | "narmada";
export type Importing = Awaited<ReturnType<typeof openImporting>>;

export const HEADER = "Date,Description,Account,Category,Type,Amount,Notes";

/** Starts a listening world with files of transactions in its folder. */
export async function openImporting() {
  const world = await createWorld();
  const url = world.listen();
  return {
    world,
    url,
    async csv(name: string, ...rows: string[]) {
      await Bun.write(join(world.folder, name), `${[HEADER, ...rows].join("\n")}\n`);
      return name;
    },
    seatOf: (agency: Agency, role: "owner" | "staff" = "owner"): Seat => ({
      url,
      token: world[agency][role].token as string,
      folder: world.folder,
    }),
    totalOf: async (agency: Agency, q: string) =>
      (await world[agency].owner.get(`/api/transactions?q=${encodeURIComponent(q)}`)).body.total,
  };
}

/** Removes the duration, the only part that changes between runs. */
export const timeless = (stderr: string) => stderr.replace(/\d+\.\d s/, "N s");
