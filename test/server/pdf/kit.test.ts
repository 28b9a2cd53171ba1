import { expect, test } from "bun:test";
import { remark, remarks, sums } from "../../../server/pdf/closing.ts";
import { facts, letterhead, pages, party, titles, WIDTH } from "../../../server/pdf/kit.ts";
import { type Definition, make } from "../../../server/pdf/maker.ts";
import { type Column, table } from "../../../server/pdf/table.ts";
import { readPages } from "../../pdf.ts";

interface Line {
  description: string;
  taxable: string;
}

/** Also an example: another document needs no more than this. */
function creditNote(lines: Line[]): Definition {
  const wide: Column<Line> = {
    head: "Description",
    text: ({ description }) => description,
    isLeft: true,
  };
  const taxable = { head: "Taxable value", text: (line: Line) => line.taxable, total: "10,000.00" };
  const who = { name: "Indigo Studio", facts: ["Pune"], gstin: "27AAACB1234C1ZF", hasLogo: false };
  const client = { label: "To", name: "Bela Ltd", address: "14 MG Road", facts: [], contact: "" };
  const number = "26-27/CN/000012";
  return {
    title: `Credit note ${number}`,
    author: who.name,
    madeOn: new Date("2026-10-05T05:00:00Z"),
    ...pages(who.name, `Credit note ${number}`, number),
    content: [
      ...letterhead(who, titles("CREDIT NOTE", number, [])),
      ...party({ ...client, gstin: "29AAGFS4321P1ZP" }, WIDTH),
      ...facts([["Against invoice", "26-27/INV/000201 of 1 Oct 2026"]], 80, WIDTH),
      table([wide, taxable], lines, { wide, room: 100 }),
      sums(
        [{ label: "Credited", amount: "₹11,800.00", isTotal: true }],
        remark("Reason", "Value too high"),
      ),
      ...remarks([["To your accountant", "Please reverse input tax credit."]]),
    ],
  };
}

test("a party without an address leaves no blank line", () => {
  const nobody = { label: "To", name: "Bela Ltd", address: "", facts: [], gstin: "" };
  expect(party({ ...nobody, contact: "98765 43210" }, WIDTH)).toHaveLength(3);
});

test("a credit note uses the same parts", async () => {
  const [page] = await readPages(
    await make(creditNote([{ description: "Frames", taxable: "1.00" }])),
  );
  for (const words of [
    "CREDIT NOTE",
    "26-27/CN/000012",
    "GSTIN 29AAGFS4321P1ZP",
    "26-27/INV/000201 of 1 Oct 2026",
    "Value too high",
    "₹11,800.00",
    "Please reverse input tax credit.",
    "Page 1 of 1",
  ]) {
    expect(page).toContain(words);
  }
});

test("a table repeats its heads and keeps its rows whole", async () => {
  const lines = Array.from({ length: 90 }, (_, n) => ({
    description: `Row ${n + 1} ${"word ".repeat(n % 40)}end ${n + 1}.`,
    taxable: "9,99,99,99,99,99,999.00",
  }));
  const all = await readPages(await make(creditNote(lines)));
  expect(all.length).toBeGreaterThan(3);
  for (const [n, page] of all.entries()) {
    const begun = [...page.matchAll(/Row (\d+)\s/g)].map(([, row]) => row);
    const ended = [...page.matchAll(/end\s(\d+)\./g)].map(([, row]) => row);
    expect(begun).toEqual(ended);
    if (begun.length > 0) expect(page).toContain("Description");
    if (n > 0) expect(page).toContain("Credit note 26-27/CN/000012");
  }
});
