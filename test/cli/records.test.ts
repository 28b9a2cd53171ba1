import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { program } from "../../cli/main.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, type Seat, shell, sitDown } from "./bahi.ts";
import { lines } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  seat = { url: world.listen(), token: world.kaveri.owner.token as string, folder: world.folder };
});
afterAll(() => world.end());

const run = (...words: string[]) => bahi(seat, words);
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).stdout);
const owner = () => world.kaveri.owner;

/** Runs the example in the help of a command, as a user's shell does. */
function runExample(plural: string, verb: string) {
  const command = program.commands
    .find((group) => group.name() === plural)
    ?.commands.find((sub) => sub.name() === verb);
  let help = "";
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const example = help.split("\n  $ ").at(-1)?.trim();
  return shell(seat, `bun=$1 main=$2; bahi() { "$bun" "$main" "$@"; }; ${example}`, []);
}

const printed = (stdout: string) => ({ stdout: `${stdout}\n`, stderr: "", exitCode: 0 });

interface Expected {
  added: string;
  row: string;
  shown: string[];
  /** A field that the example of `edit` changes. */
  edited: object;
  one: string;
}

const NOUNS: Record<string, Expected> = {
  accounts: {
    added: "Pune Petty Cash",
    row: "Pune Petty Cash,Cash,0.00,yes,",
    shown: ["Type | Cash", "Opening balance | ₹0.00", "Status | Active"],
    edited: { isActive: false, type: "Cash" },
    one: "account",
  },
  categories: {
    added: "Film props",
    row: "Film props,Expense,direct_cost,yes,",
    shown: ["Type | Expense", "Kind | direct_cost", "Status | Active"],
    edited: { isActive: false, kind: "direct_cost" },
    one: "category",
  },
  clients: {
    added: "Malabar Mills",
    row: "Malabar Mills,,Kochi,accounts@malabar.example,UNREGISTERED,0.00",
    shown: ["City | Kochi", "State code | 32", "Kind | Unregistered", "Balance | ₹0.00"],
    edited: { phone: "+91 484 411 2000", city: "Kochi" },
    one: "client",
  },
  items: {
    added: "Website care",
    row: "Website care,998313,month,,28000.00",
    shown: ["HSN/SAC | 998313", "Unit | month", "Rate | ₹28,000.00"],
    edited: { rate: 30_000, unit: "month" },
    one: "item",
  },
  vendors: {
    added: "Pune Print House, PAN AAMFP3390B",
    row: "Pune Print House,27AAMFP3390B1Z8,AAMFP3390B,REGULAR,CONTRACTOR,0.00",
    shown: ["TDS rule | Contractor: company, firm or LLP", "Small enterprise | No"],
    edited: { agreedDays: 30, isSmallEnterprise: true },
    one: "vendor",
  },
};

test.each(Object.entries(NOUNS))(
  "the examples of bahi %s create, list, show, edit and delete a record",
  async (plural, { added, row, shown, edited, one }) => {
    const name = added.split(",")[0] ?? "";
    expect(await runExample(plural, "create")).toEqual(printed(`Added ${added}`));
    expect(await runExample(plural, "create")).toEqual(printed(`Already added: ${added}`));
    expect((await runExample(plural, "list")).stdout).toContain(name);
    expect((await run(plural, "list", "--csv")).stdout).toContain(`\n${row}`);
    const show = await runExample(plural, "show");
    expect(lines(show.stdout)).toEqual(expect.arrayContaining(shown));
    expect(await runExample(plural, "edit")).toEqual(printed(`Updated ${added}`));
    const answer = await json(plural, "show", name.toUpperCase());
    expect(answer[one]).toMatchObject(edited);
    expect(await json(plural, "show", answer[one]._id)).toEqual(answer);
    expect(await runExample(plural, "delete")).toEqual(printed(`Deleted ${name}`));
    expect(await run(plural, "show", name)).toMatchObject({ stdout: "", exitCode: 5 });
    expect((await run("undo")).exitCode).toBe(0);
    expect(await json(plural, "delete", name)).toHaveProperty("message");
  },
);

test("a record that does not exist exits 5 with advice", async () => {
  made(await owner().post("/api/items", { name: "Photo shoot" }));
  for (const verb of ["show", "edit", "delete"]) {
    const change = verb === "edit" ? ["--unit", "day"] : [];
    expect(await run("items", verb, "Photo shot", ...change)).toEqual({
      stdout: "",
      stderr: 'bahi: no item is named "Photo shot"; did you mean "Photo shoot"?\n',
      exitCode: 5,
    });
  }
  expect((await run("clients", "show", "0n8x2k9qf1m3c")).stderr).toEndWith(
    "; see bahi clients list\n",
  );
});

test("a name that several records have is refused before a change", async () => {
  const twin = async () =>
    made(await owner().post("/api/clients", { displayName: "Twins" })).client;
  const ids = [(await twin())._id, (await twin())._id];
  const { stderr, exitCode } = await run("clients", "delete", "twins");
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^bahi: several clients are named "twins"; name one by its id: \w+, \w+\n$/,
    ),
  ]);
  expect(await run("clients", "delete", ids[0])).toEqual(printed("Deleted Twins"));
  expect(await run("clients", "delete", "Twins")).toEqual(printed("Deleted Twins"));
});

describe("wrong input", () => {
  test.each([
    [["accounts", "create", "A till", "--type", "box"], "--type box is not known; use one of Bank"],
    [
      ["accounts", "add", "A till", "--opening-balance", "x"],
      "--opening-balance x is not an amount",
    ],
    [["categories", "create", "Tea", "--is-active", "maybe"], "--is-active maybe is not known"],
    [["categories", "edit", "Tea", "--blocked-by", "luck"], "--blocked-by luck is not known"],
    [["clients", "create", "Asha", "--kind", "odd"], "--kind odd is not known; use one of regular"],
    [["items", "create", "Care", "--rate", "1.005"], "--rate 1.005 is not an amount"],
    [["items", "edit", "Care", "--tax-pct", "much"], "--tax-pct much is not a number"],
    [["items", "edit", "Care"], "no change is given; add an option, like --rate 30000"],
    [["items", "add"], "missing required argument 'name'; see bahi items add --help"],
    [["vendors", "create", "X", "--tds-rule", "luck"], "--tds-rule luck is not known"],
    [["vendors", "add", "X", "--agreed-days", "0"], "--agreed-days 0 is not valid; write a whole"],
  ])("%j exits 2 and names the option, without a request", async (words, message) => {
    const away = { ...seat, url: "http://127.0.0.1:1" };
    const { stdout, stderr, exitCode } = await bahi(away, words);
    expect([stdout, exitCode, stderr]).toEqual(["", 2, expect.stringContaining(message)]);
  });

  test.each([
    [["items", "create", "Care", "--rate", "-5"], "Rate must not be negative; correct --rate"],
    [["items", "create", "A"], "Name must be at least 2 characters; correct the name"],
    [["vendors", "create", "Ink", "--pan", "odd"], "A PAN looks like AAACB1234C; correct --pan"],
    [["accounts", "create", "Till", "--opening-balance=-5"], "correct --opening-balance and run"],
  ])("%j is refused by the server with the option to correct", async (words, message) => {
    const { stdout, stderr, exitCode } = await run(...words);
    expect([stdout, exitCode, stderr]).toEqual(["", 3, expect.stringContaining(message)]);
  });
});

test("a name that exists is refused", async () => {
  made(await owner().post("/api/items", { name: "Retainer" }));
  expect(await run("items", "create", "RETAINER")).toEqual({
    stdout: "",
    stderr: "bahi: An item with this name already exists; nothing was changed\n",
    exitCode: 3,
  });
});

test("an empty value empties a field", async () => {
  const press = { displayName: "Press", phone: "1", tdsRule: "CONTRACTOR", agreedDays: 30 };
  made(await owner().post("/api/vendors", press));
  const empty = ["--phone", "", "--tds-rule", "", "--agreed-days", ""];
  const { vendor } = await json("vendors", "edit", "press", ...empty);
  expect(vendor).toMatchObject({ phone: "", tdsRule: "", agreedDays: null });
});

test("earlier flags of vendors add stay valid", async () => {
  const flags = ["--small-enterprise", "--associated", "--kind", "overseas", "--country", "SG"];
  const { vendor } = await json("vendors", "add", "Merlion Media", ...flags);
  expect(vendor).toMatchObject({ isSmallEnterprise: true, isAssociated: true, kind: "OVERSEAS" });
});

test("an unusual GSTIN is reported after create and edit", async () => {
  const odd = { stdout: "Added Chai Stall\n", stderr: "A GSTIN has 15 characters; this has 3\n" };
  expect(await run("clients", "create", "Chai Stall", "--gstin", "123")).toMatchObject(odd);
  expect(await run("clients", "edit", "Chai Stall", "--gstin", "12")).toMatchObject({
    stdout: "Updated Chai Stall\n",
    stderr: "A GSTIN has 15 characters; this has 2\n",
  });
});

test("delete asks on a terminal, unless --yes is given", async () => {
  made(await owner().post("/api/items", { name: "Reel" }));
  const count = async () => done(await owner().get("/api/items?q=reel")).items.length;
  const no = sitDown(seat, ["items", "delete", "reel"]);
  await no.shows("Delete the item Reel? (yes or no): ");
  no.type("no\n");
  expect(await no.end()).toMatchObject({ exitCode: 2 });
  expect(await count()).toBe(1);
  const yes = sitDown(seat, ["items", "delete", "reel"]);
  await yes.shows("(yes or no): ");
  yes.type("yes\n");
  expect(await yes.end()).toMatchObject({ exitCode: 0 });
  expect(await count()).toBe(0);
  made(await owner().post("/api/items", { name: "Reel" }));
  const sure = await sitDown(seat, ["items", "delete", "reel", "--yes"]).end();
  expect([sure.exitCode, sure.screen]).toEqual([0, expect.not.stringContaining("yes or no")]);
});

test("a search narrows the list, and completion knows choices and the alias", async () => {
  made(await owner().post("/api/items", { name: "Logo", hsnSac: "998391" }));
  const found = await run("items", "list", "--search", "9983");
  expect(lines(found.stdout)).toEqual([
    "Item | HSN/SAC | Unit | Tax % | Rate",
    "Logo | 998391",
    "1 item",
  ]);
  const { stdout } = await run("complete", "--", "accounts", "add", "Till", "--type", "");
  expect(stdout).toBe("Bank\t\nCash\t\nWallet\t\nCard\t\n");
});
