import { ID } from "../../../server/api/ids.ts";
import { type Caller, done, made } from "../../world.ts";
import { type Change, play, type Stage } from "./play.ts";

export async function undoAndRedo(stage: Stage): Promise<void> {
  const { glossary } = stage;
  const { transactions } = (await play(stage, "addTransactions")).body;
  const ids = transactions.map(({ _id }: { _id: string }) => _id);
  await play(stage, "deleteTransactions", { json: { ids } });
  glossary.learn(ID.deleted, ids[0]);
  await play(stage, "listTrash");
  const { body } = await play(stage, "restore");
  await play(stage, "getHistory");
  glossary.learn(ID.operation, body.operation);
  await play(stage, "undoOperation");
  await play(stage, "undoLast");
  await play(stage, "redoLast");
}

async function replaced(owner: Caller): Promise<string> {
  const add = () => owner.post("/api/accounts", { name: "Till of the studio" });
  const { account } = made(await add());
  await owner.delete(`/api/accounts/${account._id}`);
  made(await add());
  return account._id;
}

async function bringStatement({ owner, staff }: Stage): Promise<void> {
  const { account } = made(await owner.post("/api/accounts", { name: "Fourth bank" }));
  const file = "Date,Narration,Chq No,Debit,Credit,Balance\n01/07/2026,TEA,,250.00,,750.00\n";
  const headers = { "content-type": "application/octet-stream" };
  const path = `/api/statements?accountId=${account._id}&file=july.csv`;
  made(await staff.call("POST", path, file, headers));
}

export async function forbiddenToUndo({ owner, world }: Stage): Promise<Caller> {
  const signIn = { email: "sneha@indigo.example", password: "her own words" };
  made(await owner.post("/api/users/team", { ...signIn, name: "Sneha Patil" }));
  const { token } = done(await world.stranger.post("/api/auth/login", signIn));
  const staff = world.caller(token);
  const { accounts } = done(await owner.get("/api/accounts"));
  const { categories } = done(await owner.get("/api/categories"));
  const spent = categories.find(({ type }: { type: string }) => type === "Expense");
  const entry = { date: "2026-10-05", description: "Tea", type: "Expense", amount: 20 };
  const sides = { accountId: accounts[0]._id, categoryId: spent._id };
  made(await staff.post("/api/transactions", { ...entry, ...sides }));
  return staff;
}

export async function clashesOfUndo(stage: Stage): Promise<Record<string, Change>> {
  await bringStatement(stage);
  return {
    undoOperation: { json: {} },
    undoLast: { as: stage.staff },
    redoLast: {},
    restore: { id: await replaced(stage.owner) },
  };
}
