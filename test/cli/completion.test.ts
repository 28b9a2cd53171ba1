import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createWorld, made, type World } from "../world.ts";
import { bahi, type Seat, shell } from "./bahi.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  made(await owner.post("/api/accounts", { name: "Kaveri's $(touch ran) चालू", type: "Wallet" }));
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
});
afterAll(() => world.end());

async function candidates(...words: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await bahi(seat, ["complete", "--", ...words]);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout.split("\n").filter(Boolean);
}

const values = async (...words: string[]) =>
  (await candidates(...words)).map((line) => line.split("\t")[0]);

describe("completion", () => {
  test("completes commands, options not yet given and option values", async () => {
    expect(await candidates("imp")).toEqual([
      expect.stringMatching(/^import\timport transactions from CSV/),
      expect.stringMatching(/^import-books\timport another program's books/),
      "imports\timported files",
    ]);
    expect(await values("transactions", "")).toEqual(["list", "show", "delete", "export"]);
    expect(await values("import", "--create-missing", "x.csv", "--")).not.toContain(
      "--create-missing",
    );
    expect(await values("import", "--")).toContain("--json");
    expect(await values("accounts", "balances", "--preset", "last")).toEqual([
      "lastMonth",
      "lastYear",
      "lastFY",
      "lastQuarter",
    ]);
    expect(await values("transactions", "list", "--type", "=", "ex")).toEqual(["Expense"]);
    expect(await values("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await candidates("import", "")).toEqual([":files"]);
    expect(await candidates("transactions", "export", "--out", "x")).toEqual([":files"]);
  });

  test("completes account and category names from the server, ignoring case", async () => {
    const list = ["transactions", "list"];
    expect(await candidates(...list, "--account", "KAVERI B")).toEqual(["kaveri bank\tBank"]);
    expect(await candidates(...list, "--category", "")).toEqual(["Fees\tIncome", "Rent\tExpense"]);
  });

  test("completes numbers of any document, names of clients and choices of any field", async () => {
    const { owner } = world.kaveri;
    made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
    const vendor = made(await owner.post("/api/vendors", { displayName: "Kala Press" })).vendor;
    const of = { vendorId: vendor._id, number: "KP/61", date: "2026-10-05" };
    const items = [{ description: "Prints", taxable: 5 }];
    made(await owner.post("/api/bills", { ...of, items }));
    for (const verb of ["show", "pay", "cancel", "edit"]) {
      expect(await candidates("bills", verb, "")).toEqual(["KP/61\tKala Press"]);
    }
    expect(await values("invoices", "create", "--client", "k")).toEqual(["Konkan Foods"]);
    expect(await values("bills", "list", "--vendor", "k")).toEqual(["Kala Press"]);
    expect(await values("bills", "list", "--status", "o")).toEqual(["open", "overdue"]);
    expect(await values("notes", "list", "--kind", "")).toEqual(["credit_note", "debit_note"]);
  });

  test("completes a value after = where the shell splits the word", async () => {
    const list = ["transactions", "list"];
    expect(await candidates(...list, "--account=kaveri b")).toEqual([
      "--account=kaveri bank\tBank",
    ]);
    expect(await candidates(...list, "--type=")).toContain("--type=Income\t");
  });

  test("prints nothing without a server or a session", async () => {
    const away = { ...seat, url: "http://127.0.0.1:1" };
    for (const nobody of [away, { folder: seat.folder }]) {
      const words = ["complete", "--", "transactions", "list", "--account", ""];
      expect(await bahi(nobody, words)).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    }
  });

  test("quotes special characters in bash and runs no typed text", async () => {
    /** Returns what bash makes of Tab after these words. */
    async function press(...words: string[]) {
      const line = ["bahi", ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
      const script = `export LC_ALL=C.UTF-8; program=("$@")
        bahi() { "\${program[@]}" "$@"; }
        eval "$(bahi completion bash)"
        COMP_WORDS=(${line.join(" ")})
        COMP_CWORD=${words.length}
        _bahi
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      await Bun.write(join(world.folder, "press.bash"), script);
      return shell(seat, 'exec bash --norc press.bash "$@"', []);
    }
    const list = ["transactions", "list", "--account"];
    expect(await press(...list, "kaveri\\ b")).toEqual({
      stdout: "kaveri\\ bank\n",
      stderr: "",
      exitCode: 0,
    });
    expect((await press(...list, '"kaveri c')).stdout).toBe("kaveri cash\n");
    const { stdout } = await press(...list, "Kaveri\\'");
    expect(stdout).toStartWith("Kaveri\\'s\\ \\$\\(touch\\ ran\\)\\ ");
    await press("import", "$(touch ran)");
    expect((await shell(seat, "ls", [])).stdout).not.toContain("ran");
  });

  test("supports exactly three shells", async () => {
    for (const name of ["bash", "zsh", "fish"]) {
      const { stdout, exitCode } = await bahi({ folder: seat.folder }, ["completion", name]);
      expect(stdout).toContain("bahi complete -- ");
      expect(exitCode).toBe(0);
    }
    expect(await bahi({ folder: seat.folder }, ["completion", "tcsh"])).toEqual({
      stdout: "",
      stderr: "bahi: no completion for tcsh; name one of bash, zsh, fish\n",
      exitCode: 2,
    });
  });
});
