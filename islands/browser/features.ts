import { keepAgency, type Shown } from "./agencyStored.ts";
import { get } from "./api.ts";

/** Keeps what the first page after signing in shows around it, so that nothing there changes. */
export async function fetchAgency(): Promise<void> {
  await get<Shown>("/api/metadata").then(
    keepAgency,
    () => {}, // The next page asks again.
  );
}
