import Papa from "papaparse";

/** Not every machine has hledger; the tests also have an adder of their own. */
export const hledger = Bun.which("hledger");

export async function inHledger(path: string, ...words: string[]): Promise<string[][]> {
  const format = words[0] === "check" ? [] : ["-O", "csv"];
  const command = [hledger as string, "-f", path, ...words, ...format];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [said, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(complaint);
  return Papa.parse<string[]>(said.trim()).data;
}

export const parsePaise = (amount = "") => Number(amount.replace(/^INR |\./g, ""));

export async function balancesInHledger(path: string, before: string) {
  const rows = await inHledger(path, "balance", "--flat", "-N", "-e", before);
  return Object.fromEntries(
    rows.slice(1).map(([account = "", amount]) => {
      const name = account.split(":").at(-1) as string;
      return [name.replace("꞉", ":"), parsePaise(amount)];
    }),
  );
}

export function balancesInJournal(journal: string, before: string): Record<string, number> {
  const sums: Record<string, number> = {};
  let date = "";
  for (const line of journal.split("\n")) {
    date = /^\d{4}-\d\d-\d\d/.exec(line)?.[0] ?? date;
    const [, path = "", amount] = /^ {4}(\S.*?) {2}INR (\S+)$/.exec(line) ?? [];
    if (amount === undefined || date >= before) continue;
    const name = (path.split(":").at(-1) as string).replace("꞉", ":");
    sums[name] = (sums[name] ?? 0) + parsePaise(`INR ${amount}`);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, paise]) => paise !== 0));
}
