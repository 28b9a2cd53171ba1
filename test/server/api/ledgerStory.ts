import { ID } from "../../../server/api/ids.ts";
import { done, made } from "../../world.ts";
import { play, type Stage } from "./play.ts";

const REPORTS = [
  ...["TrialBalance", "ProfitAndLoss", "BalanceSheet", "CashFlow", "Ledger", "Ageing"],
  ...["TdsRegister", "GstSummary", "StatementOfAccount", "IncomeByClient", "ExpensesByVendor"],
];
/** Reports whose CSV is another call. */
const PAGES = ["SalesRegister", "PurchaseRegister", "DayBook"];

export async function keepLedgers(stage: Stage): Promise<void> {
  const { journal } = (await play(stage, "addJournal")).body;
  stage.glossary.learn(ID.journal, journal._id);
  await play(stage, "changeJournal");
  for (const name of ["getJournal", "listJournals"]) await play(stage, name);
  const { owner, glossary } = stage;
  const deposit = { name: "Studio deposit", type: "Expense", kind: "deposit" };
  const { category } = made(await owner.post("/api/categories", deposit));
  glossary.learn(ID.ledger, category._id);
  await play(stage, "changeLedger");
  await play(stage, "listLedgers");
  for (const report of REPORTS) {
    await play(stage, `get${report}`);
    await play(stage, `export${report}`);
    await play(stage, `get${report}Pdf`);
  }
  for (const report of PAGES) {
    await play(stage, `get${report}`);
    await play(stage, `get${report}Pdf`);
  }
  await play(stage, "changeLocks");
  await play(stage, "addLockException");
  const { exceptions } = (await play(stage, "getLocks")).body;
  glossary.learn(ID.exception, exceptions[0]._id);
  for (const name of ["countOpenTasks", "listLockedChanges", "endLockException"]) {
    await play(stage, name);
  }
  for (const name of ["changeTallyNames", "listTallyNames", "readTallyLedgers"]) {
    await play(stage, name);
  }
  for (const name of ["getTally", "exportTally", "exportDayBook"]) await play(stage, name);
  await closeOne(stage);
}

async function closeOne(stage: Stage): Promise<void> {
  const { owner } = stage;
  for (const name of ["listTasks", "getChecklist", "getGstPayment", "getMonthPapers"])
    await play(stage, name);
  for (const name of ["exportBooks", "exportOtherTransactions", "exportAgency"]) {
    await play(stage, name);
  }
  for (const which of ["GSTR1", "GSTR3B"]) {
    const filing = { return: which, date: "2025-02-10", arn: "AA2701250012345" };
    made(await owner.post("/api/gst/2025-01/filed", filing));
  }
  const { lockedTo } = done(await owner.get("/api/locks"));
  made(await play(stage, "closeMonth"));
  for (const name of ["markMonthShared", "openMonth"]) await play(stage, name);
  done(await owner.put("/api/locks", { lockedTo, reason: "The story goes on" }));
  for (const which of ["GSTR1", "GSTR3B"]) {
    done(await owner.delete(`/api/gst/2025-01/filed?return=${which}`));
  }
}
