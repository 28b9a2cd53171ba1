import { expect } from "bun:test";
import { unzipSync } from "fflate";
import type { Checklist, CloseItem } from "../../domain/closing/closing.ts";
import { type Caller, done, made, type World } from "../world.ts";

/** A month that is over, and far from those of other tests. */
export const MONTH = "2026-07";

export const checklist = async (who: Caller, month = MONTH): Promise<Checklist> =>
  done(await who.get(`/api/close/${month}`));

export async function findItem(who: Caller, key: string, month = MONTH): Promise<CloseItem> {
  const { items } = await checklist(who, month);
  const found = items.find((item) => item.key.startsWith(key));
  if (!found) throw new Error(`No ${key} among ${items.map((item) => item.key)}`);
  return found;
}

export async function behind(who: Caller, link: string): Promise<number> {
  const [path = "", search = ""] = link.split("?");
  const query = new URLSearchParams(search);
  query.delete("preset");
  const [, page = "", id = ""] = path.split("/");
  if (page === "banking") {
    const lines = `/api/bank-lines?statementId=${id}&state=open&limit=100`;
    const { items } = done(await who.get(lines));
    return items.filter(({ date }: { date: string }) => date <= (query.get("to") ?? "")).length;
  }
  if (page === "gst") {
    const { preflight } = done(await who.get(`/api/gst/${query.get("period")}`));
    const errors = preflight.filter(({ level }: { level: string }) => level === "ERROR");
    return new Set(errors.map(({ subject }: { subject: string }) => subject)).size;
  }
  return done(await who.get(`/api${path}?${query}`)).total;
}

export async function bring(
  who: Caller,
  accountId: string,
  lines: [day: string, narration: string, rupees: number][],
) {
  let balance = 0;
  const rows = lines.map(([day, narration, rupees]) => {
    balance += rupees;
    const sides = rupees < 0 ? [(-rupees).toFixed(2), ""] : ["", rupees.toFixed(2)];
    return [day, narration, ...sides, balance.toFixed(2)].join(",");
  });
  const csv = ["Date,Narration,Debit,Credit,Balance", ...rows].join("\n");
  const type = { "content-type": "application/octet-stream" };
  const path = `/api/statements?accountId=${accountId}&file=july.csv`;
  return made(await who.call("POST", path, csv, type)).statement;
}

export async function fileAll(who: Caller, month = MONTH): Promise<void> {
  const [year = "", number = ""] = month.split("-");
  const { metadata } = done(await who.get("/api/metadata"));
  const file = { gstin: metadata.gstNumber, rtnprd: `${number}${year}`, docdata: {} };
  done(await who.post(`/api/gst/${month}/2b`, file));
  for (const which of ["GSTR1", "GSTR3B"]) {
    const filing = { return: which, date: `${year}-11-20`, arn: "AA2707260012345" };
    made(await who.post(`/api/gst/${month}/filed`, filing));
  }
}

export async function assertHoldsFiles({ app, kaveri }: World, named: string[]): Promise<void> {
  const request = new Request(`http://localhost/api/close/${MONTH}/papers.zip`, {
    headers: { authorization: `Bearer ${kaveri.owner.token}` },
  });
  const answer = await app.handle(request);
  expect(answer.headers.get("content-disposition")).toContain("kaveri-2026-07.zip");
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(files[`kaveri-2026-07/${name}`]);
  const index = text("index.csv").trim().split("\n").slice(1);
  const names = Object.keys(files).map((name) => name.slice("kaveri-2026-07/".length));
  expect(named.toSorted()).toEqual(names.toSorted());
  expect(index.length).toBe(Object.keys(files).length - 2);
  for (const row of index) {
    const [, name = "", sha256 = ""] = /^"?([^"]*?)"?,\d+,(\w{64})$/.exec(row) ?? [];
    const bytes = files[`kaveri-2026-07/${name}`] as Uint8Array<ArrayBuffer>;
    expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
  expect(text("audit-head.txt")).toContain("bahi verify --head ");
  expect(text("general-ledger/Rent.csv")).toContain("118.00");
  expect(text("statements-of-account/Far.csv")).toBe("");
}
