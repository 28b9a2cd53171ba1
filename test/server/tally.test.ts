import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { assertVouchers, exportTally, type TallyVoucher } from "../tallyFile.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { ENTER, EVENTS, openStudio, type Studio } from "./neelkamal.ts";

// The year of test/data/year-end as vouchers for Tally: every voucher adds up to 0, every ledger moves as
// in the trial balance, and a second export of a month reports what differs.

let world: World;
let studio: Studio;
beforeAll(async () => {
  world = await createWorld();
  studio = await openStudio(world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
}, 60_000);
afterAll(() => world.end());

const MONTHS = [
  "2026-02",
  "2026-03",
  "2026-04",
  "2026-05",
  "2026-06",
  "2026-07",
  "2026-08",
  "2026-09",
].concat(["2026-10", "2026-11", "2026-12", "2027-01", "2027-02", "2027-03"]);
const exportFile = (query: string) => exportTally(world, studio.owner, query);
const preview = async (month: string) =>
  done(await studio.owner.get(`/api/exports/tally?month=${month}`));
const rupees = (paise: number) => (paise / 100).toFixed(2);
const shown = (voucher: TallyVoucher | undefined) =>
  voucher && Object.fromEntries(voucher.lines.map(({ ledger, paise }) => [ledger, rupees(-paise)]));

describe("the samples", () => {
  const find = async (month: string, type: string, words = "") => {
    const { vouchers } = await exportFile(`month=${month}`);
    return vouchers.find(
      (one) => one.type === type && one.fields.NARRATION?.toLowerCase().includes(words),
    );
  };

  test("an invoice is Sales by rate, with its GST details and its number as the bill", async () => {
    const voucher = await find("2026-06", "Sales");
    expect(shown(voucher)).toEqual({
      "Sahyadri Foods": "94400.00",
      "Professional fees 18%": "-80000.00",
      "Output CGST": "-7200.00",
      "Output SGST": "-7200.00",
    });
    expect(voucher?.lines[0]?.bills).toEqual([
      { name: "26-27/INV/000002", type: "New Ref", paise: -9440000 },
    ]);
    expect(voucher?.fields).toMatchObject({
      DATE: "20260630",
      VOUCHERNUMBER: "26-27/INV/000002",
      REFERENCE: "26-27/INV/000002",
      PARTYLEDGERNAME: "Sahyadri Foods",
      PLACEOFSUPPLY: "Maharashtra",
      ISINVOICE: "Yes",
      GSTREGISTRATION: "Maharashtra Registration",
      CMPGSTIN: "27AAPFU0939F1ZV",
    });
  });

  test("a credit note is against its invoice", async () => {
    const voucher = await find("2026-08", "Credit Note");
    expect(shown(voucher)).toEqual({
      "Sahyadri Foods": "-11800.00",
      "Professional fees 18%": "10000.00",
      "Output CGST": "900.00",
      "Output SGST": "900.00",
    });
    expect(voucher?.fields.REFERENCE).toBe("26-27/INV/000002");
    expect(voucher?.lines[0]?.bills[0]?.type).toBe("Agst Ref");
  });

  test("a payment is one receipt of money and TDS", async () => {
    expect(shown(await find("2026-09", "Receipt", "000002"))).toEqual({
      "Sahyadri Foods": "-82600.00",
      "HDFC Current": "75600.00",
      "TDS receivable": "7000.00",
    });
  });

  test("a loan instalment is one payment of its parts, a transfer a contra", async () => {
    expect(shown(await find("2026-07", "Payment", "emi"))).toEqual({
      "Axis term loan": "12000.00",
      "Interest on loan": "1200.00",
      "HDFC Current": "-13200.00",
    });
    expect(shown(await find("2026-06", "Contra"))).toEqual({
      "Petty Cash": "10000.00",
      "HDFC Current": "-10000.00",
    });
    expect(shown(await find("2027-03", "Journal", "depreciation"))).toEqual({
      Depreciation: "56000.00",
      Computers: "-56000.00",
    });
  });
});

test("every ledger moves as in the trial balance; cancelled documents are only listed", async () => {
  const moved = new Map<string, number>();
  for (const month of MONTHS) {
    const { vouchers, files } = await exportFile(`month=${month}`);
    assertVouchers(vouchers, month);
    const { types, cancelled } = await preview(month);
    for (const { type, count } of types) {
      expect(vouchers.filter((one) => one.type === type)).toHaveLength(count);
      expect(files["README.txt"]).toContain(`${count} ${type}`);
    }
    for (const number of cancelled) expect(files["README.txt"]).toContain(number);
    for (const { lines } of vouchers) {
      for (const { ledger, paise } of lines) moved.set(ledger, (moved.get(ledger) ?? 0) - paise);
    }
  }
  const take = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => {
      const paise = moved.get(name) ?? 0;
      moved.delete(name);
      return sum + paise;
    }, 0);
  const { ledgers } = done(await studio.owner.get("/api/ledgers"));
  const differing: unknown[] = [];
  for (const { _id, name } of ledgers) {
    const period = "dateFrom=2026-02-01&dateTo=2027-03-31";
    const { debit, credit } = done(
      await studio.owner.get(`/api/reports/ledger?ledger=${_id}&${period}`),
    );
    const own = _id === "receivables" ? take(studio.clients.keys()) : 0;
    const bought = _id === "payables" ? take(studio.vendors.keys()) : 0;
    const sold = name === "Professional fees" ? take(["Professional fees 18%"]) : 0;
    const paise = take([name]) + own + bought + sold;
    if (paise !== Math.round((debit - credit) * 100)) differing.push([name, paise, debit, credit]);
  }
  expect(differing).toEqual([]);
  expect([...moved]).toEqual([]);
});

test("the same month again is equal and reports new, changed and deleted vouchers", async () => {
  const before = await exportFile("month=2026-11");
  expect((await exportFile("month=2026-11")).bytes).toEqual(before.bytes);
  expect(await preview("2026-11")).toMatchObject({ new: 0, changed: 0, gone: [] });

  const { owner, accounts, categories } = studio;
  const links = { accountId: accounts.get("HDFC Current"), categoryId: categories.get("Rent") };
  const entry = { date: "2026-11-20", type: "Expense", amount: 100, ...links };
  const add = async (description: string) =>
    made(await owner.post("/api/transactions", { ...entry, description })).transaction._id;
  const [kept, deleted, moved] = [await add("Kept"), await add("Deleted"), await add("Moved")];
  expect(await preview("2026-11")).toMatchObject({ file: 1, new: 3, changed: 0 });
  const first = await exportFile("month=2026-11&only=changed");
  expect(first.vouchers).toHaveLength(3);

  done(await owner.put(`/api/transactions/${kept}`, { amount: 150 }));
  done(await owner.delete(`/api/transactions/${deleted}`));
  done(await owner.put(`/api/transactions/${moved}`, { date: "2026-12-02" }));
  const seen = await preview("2026-11");
  expect(seen).toMatchObject({ file: 2, new: 0, changed: 1 });
  expect(seen.gone.map(({ label, movedTo }: Record<string, string>) => [label, movedTo])).toEqual([
    ["Deleted", ""],
    ["Moved", "2026-12-02"],
  ]);
  const second = await exportFile("month=2026-11&only=changed");
  expect(second.vouchers.map(({ id, lines }) => [id, lines[0]?.paise])).toEqual([
    [first.vouchers[0]?.id as string, -15_000],
  ]);
  expect(second.files["README.txt"]).toContain("Delete these in Tally");
  expect(second.files["README.txt"]).toContain(deleted);
  expect(second.files["README.txt"]).toContain("2 Dec 2026");
  expect(await preview("2026-11")).toMatchObject({ file: 3, changed: 0, gone: [] });
});

describe("names", () => {
  test("are set, saved and used in every voucher", async () => {
    const bank = studio.accounts.get("HDFC Current") as string;
    const names = [
      { key: bank, name: "HDFC Bank  A/c 4521", group: "" },
      { key: "sales@18", name: "Service Sales 18%", group: "" },
      { key: "registration", name: "Pune Registration", group: "" },
    ];
    const path = "/api/exports/tally/names";
    expect(done(await studio.owner.put(path, { names })).names).toHaveLength(3);
    expect(done(await studio.owner.get(path)).names).toHaveLength(3);
    const { ledgers } = await preview("2026-06");
    const of = (key: string) => ledgers.find((one: { key: string }) => one.key === key);
    expect(of(bank)).toMatchObject({ name: "HDFC Bank A/c 4521", isMapped: true });
    const { vouchers } = await exportFile("month=2026-06");
    const used = new Set(vouchers.flatMap(({ lines }) => lines.map(({ ledger }) => ledger)));
    expect(used).toContain("HDFC Bank A/c 4521");
    expect(used).toContain("Service Sales 18%");
    expect(used).not.toContain("HDFC Current");
    expect(vouchers.find(({ type }) => type === "Sales")?.fields.GSTREGISTRATION).toBe(
      "Pune Registration",
    );
    done(await studio.owner.put(path, { names: names.map(({ key }) => ({ key })) }));
    expect(done(await studio.owner.get(path)).names).toEqual([]);
  });

  test("are rejected at their place if nothing has them", async () => {
    const refused = async (names: unknown) => {
      const { status, body } = await studio.owner.put("/api/exports/tally/names", { names });
      return [status, body.errors?.[0]];
    };
    expect(await refused([{ key: "nobody", name: "X" }])).toEqual([
      400,
      { path: "names.0.key", message: "This is not one of your ledgers, clients or vendors" },
    ]);
    expect(await refused([{ key: "opening", group: "Sales" }])).toEqual([
      400,
      { path: "names.0.group", message: "Group must be a default Tally group" },
    ]);
  });

  test("are suggested by similarity from the List of Accounts", async () => {
    const list = `<ENVELOPE><TALLYMESSAGE><LEDGER NAME="HDFC Current A/c 99">
      <PARENT>Bank Accounts</PARENT></LEDGER>
      <LEDGER NAME="petty cash"><PARENT>Cash-in-hand</PARENT></LEDGER>
      <LEDGER NAME="Sahyadri Foods Pvt. Ltd."><PARENT>Sundry Debtors</PARENT></LEDGER>
      </TALLYMESSAGE></ENVELOPE>`;
    const answer = await studio.owner.call(
      "POST",
      "/api/exports/tally/names/try?month=2026-06",
      list,
      {
        "content-type": "application/octet-stream",
      },
    );
    const { ledgers, offers } = done(answer);
    expect(ledgers).toHaveLength(3);
    expect(offers.map(({ name, isSame }: Record<string, unknown>) => [name, isSame])).toEqual([
      ["HDFC Current A/c 99", false],
      ["petty cash", true],
      ["Sahyadri Foods Pvt. Ltd.", false],
    ]);
  });
});

test("masters are the ticked ones, without tax ledgers and opening balances", async () => {
  const none = await exportFile("month=2026-06");
  expect(Object.keys(none.files)).toEqual(["2-vouchers.xml", "README.txt"]);
  const { masters, files } = await exportFile("month=2026-06&masters=new");
  expect(masters.map(({ name }) => name)).toContain("Sahyadri Foods");
  expect(masters.find(({ name }) => name === "Sahyadri Foods")?.fields.PARENT).toBe(
    "Sundry Debtors",
  );
  expect(masters.filter(({ name }) => /CGST|SGST|IGST/.test(name))).toEqual([]);
  expect(files["1-masters.xml"]).not.toContain("OPENINGBALANCE");
  const client = studio.clients.get("Sahyadri Foods");
  const one = await exportFile(`month=2026-06&masters=${client}`);
  expect(one.masters.map(({ name }) => name)).toEqual(["Sahyadri Foods"]);
  const { status, body } = await studio.owner.get(
    "/api/exports/tally.zip?month=2026-06&masters=output_cgst",
  );
  expect([status, body.message]).toEqual([
    400,
    "Masters: the month has no ledger with the key output_cgst",
  ]);
});

test("rejects an invalid month, and staff see none of it", async () => {
  const { status, body } = await studio.owner.get("/api/exports/tally?month=2026-13");
  expect([status, body.errors[0]]).toEqual([
    400,
    { path: "month", message: "Month must be like 2026-10" },
  ]);
  for (const path of ["tally?month=2026-06", "tally.zip?month=2026-06", "tally/names"]) {
    expect((await world.kaveri.staff.get(`/api/exports/${path}`)).status).toBe(403);
  }
  const theirs = await exportTally(world, world.kaveri.owner, "month=2026-06");
  expect(theirs.vouchers).toEqual([]);
});
