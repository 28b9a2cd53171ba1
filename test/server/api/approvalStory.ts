import { ID } from "../../../server/api/ids.ts";
import { done } from "../../world.ts";
import { play, type Stage } from "./play.ts";

export async function askOwners(stage: Stage): Promise<void> {
  const { owner, staff, glossary } = stage;
  await play(stage, "changeApprovalLimit");
  await play(stage, "getApprovalLimit");
  const money = { date: "2026-04-22", accountId: glossary.toReal(ID.bank), amount: 64_000 };
  const rent = { ...money, description: "Deposit for the studio", type: "Expense" };
  const categoryId = glossary.toReal(ID.cost);
  const ask = async (name: string, json: object) =>
    (await play(stage, name, { as: staff, json })).body.waiting._id;
  const till = {
    ...rent,
    type: undefined,
    accountId: undefined,
    toAccountId: glossary.toReal(ID.cash),
  };
  glossary.learn(ID.approval, await ask("addTransaction", { ...rent, categoryId }));
  glossary.learn(
    ID.refusedApproval,
    await ask("addTransfer", { ...till, fromAccountId: money.accountId }),
  );
  glossary.learn(ID.withdrawnApproval, await ask("addDeposit", { ...money, month: "2026-03" }));
  done(await owner.put("/api/approvals/limit", { limit: 100 }));
  await ask("payBill", { ...money, amount: 2000, mode: "UPI" });
  for (const name of ["approve", "refuseApproval", "listApprovals"]) await play(stage, name);
  await play(stage, "withdrawApproval", { as: staff });
  done(await owner.put("/api/approvals/limit", { limit: null }));
}
