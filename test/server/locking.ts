import { closedSentence } from "../../domain/agencies/locks.ts";
import {
  type Answer,
  type Caller,
  done,
  forgetAttempts,
  made,
  verifyEmail,
  type World,
} from "../world.ts";

export const refusal = (lockedTo: string) => ({
  status: 409,
  message: closedSentence({ lockedTo }),
});
export const pick = ({ status, body }: Answer) => ({ status, message: body.message });

export async function closeTo(owner: Caller, lockedTo: string): Promise<void> {
  const { exceptions } = done(await owner.put("/api/locks", { lockedTo }));
  for (const { _id } of exceptions) done(await owner.delete(`/api/locks/exceptions/${_id}`));
}

export async function newOwner(world: World, slug: string): Promise<Caller> {
  const email = `${slug}@locks.test`;
  const agency = { agencyName: slug, agencySlug: slug };
  await forgetAttempts(world);
  const { body } = await world.stranger.post("/api/auth/register", {
    name: "Meera Kulkarni",
    email,
    password: PASSWORD,
    ...agency,
  });
  await verifyEmail(world, email);
  return world.caller(body.token);
}
export const PASSWORD = "meera's own";

export async function entries(owner: Caller) {
  const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
  const { category } = made(
    await owner.post("/api/categories", { name: "Stationery", type: "Expense" }),
  );
  const ids = { accountId: account._id, categoryId: category._id };
  const entry = { description: "Paper", type: "Expense", amount: 5, ...ids };
  return {
    ...ids,
    add: (date: string, by = owner) => by.post("/api/transactions", { ...entry, date }),
  };
}
