import { type Caller, done, made, type World } from "../world.ts";

/** A caller with the person's id and name. */
export type Person = Caller & { _id: string; name: string };

/** Returns the owner and the staff member of another agency, with an accountant. */
export async function foundTeam(world: World) {
  const agency = await world.found();
  const { owner, staff } = agency;
  const password = "sums and figures";
  const email = `${crypto.randomUUID()}@books.test`;
  made(await owner.post("/api/users/team", { name: "Vinod", email, password, role: "accountant" }));
  const { token } = done(await world.stranger.post("/api/auth/login", { email, password }));
  const person = async (caller: Caller): Promise<Person> => {
    const { user } = done(await caller.get("/api/auth/me"));
    return { ...caller, _id: user._id, name: user.name };
  };
  return {
    ...agency,
    owner: await person(owner),
    staff: await person(staff),
    accountant: await person(world.caller(token)),
  };
}
