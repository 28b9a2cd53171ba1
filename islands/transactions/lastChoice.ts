// What was chosen last for each type is chosen again, for as long as the page is open or, for the account,
// in this browser.

interface Choice {
  date?: string;
  type?: string;
  accountId?: string;
  categoryId?: string;
}

const KEY = "bahi-last-choice";
let session: Choice = {};

/** Of a type, or of the last entry whatever its type. A date is kept only until the page is left. */
export function lastChoice(type?: string): Choice {
  if (type === undefined) return session;
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}")[type] ?? {};
  } catch {
    return {};
  }
}

export function keepChoice({ date, type, accountId, categoryId }: Required<Choice>): void {
  session = { date, type };
  const kept = {
    ...Object.fromEntries(["Income", "Expense"].map((name) => [name, lastChoice(name)])),
  };
  localStorage.setItem(KEY, JSON.stringify({ ...kept, [type]: { accountId, categoryId } }));
}
