import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { JournalDigest, type JournalRow } from "../../db/engine/journal.ts";
import { field } from "../../domain/agencies/chain.ts";

// Stored digests have this form, so it never changes.

const row = (was: string | null): JournalRow => ({
  seq: 1,
  n: 1,
  table: "clients",
  record: "c1",
  part: "",
  action: "I",
  was,
});

function hashRows(rows: JournalRow[]): string {
  const hash = createHash("sha256");
  for (const { table, record, part, action, was } of rows) {
    for (const text of [table, record, part, action, was ?? ""].flatMap(field)) hash.update(text);
  }
  return hash.digest("hex");
}

test("the digest of row changes covers the length and bytes of each text", () => {
  const long = fc.constantFrom("चाय ".repeat(9_000), "x".repeat(70_000), "y".repeat(21_800));
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), long);
  fc.assert(
    fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 12 }), (all) => {
      const rows = all.map(row);
      const digest = new JournalDigest();
      for (const one of rows) digest.add(one);
      expect(digest.end()).toBe(hashRows(rows));
    }),
    { numRuns: 100 },
  );
  expect(new JournalDigest().end()).toBeUndefined();
});
