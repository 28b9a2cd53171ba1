import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Client, createClient } from "@libsql/client";
import { faultOf, toUnusable } from "./faults.ts";

export class AlreadyOpen extends Error {}

/**
 * Holds a local database for this process alone: a second writer would make the client lose writes that
 * it has acknowledged (libsql-client-ts issue 352). What is held is an open write transaction on a
 * database beside it, which the system ends with the process, however that ends.
 * @throws AlreadyOpen or Unusable in one line that says who holds it, or why it cannot be held.
 */
export async function holdDatabase(path: string, holder: string): Promise<() => void> {
  const note = `${path}.holder`;
  let client: Client | undefined;
  try {
    client = createClient({ url: `file:${path}.lock`, concurrency: 1, timeout: 0 });
    await client.transaction("write");
  } catch (error) {
    client?.close();
    if (faultOf(error) !== "busy") throw toUnusable(path, error);
    throw new AlreadyOpen(`${path} is already open by ${whoHolds(note)}`);
  }
  writeFileSync(note, holder);
  return () => {
    rmSync(note, { force: true });
    client.close();
  };
}

function whoHolds(note: string): string {
  try {
    return readFileSync(note, "utf8").trim() || "another bahi server";
  } catch {
    return "another bahi server";
  }
}
