import { makeResetLink } from "../../../db/agencies/recovery.ts";
import { ASHA } from "../../../server/api/auth.ts";
import { made } from "../../world.ts";
import { type Change, play, type Stage } from "./play.ts";

const PASSWORD = "figures and facts";

export async function joinByLink(stage: Stage): Promise<void> {
  const { owner, world } = stage;
  const meera = { name: "Meera Rao", email: "meera@ledgers.example", role: "accountant" };
  const { url } = made(await owner.post("/api/users/invitations", meera));
  stage.usedLink = url.split("#")[1];
  const token = stage.usedLink;
  await play(stage, "lookAtInvitation", { as: world.stranger, json: { token } });
  await play(stage, "join", { as: world.stranger, json: { token, password: PASSWORD } });
  await recover(stage, meera.email);
}

async function recover(stage: Stage, email: string): Promise<void> {
  const { world } = stage;
  const as = world.stranger;
  await play(stage, "requestReset", { as });
  const reset = await makeResetLink(world.books, email);
  await play(stage, "resetPassword", { as, json: { token: reset, password: PASSWORD } });
  await play(stage, "getEmail");
  await play(stage, "requestVerification");
  const link = world.notices.findLast(({ subject }) => subject.startsWith("Verify"));
  const token = /#([\w-]+)/.exec(link?.link?.url ?? "")?.[1];
  await play(stage, "verifyEmail", { as, json: { token } });
}

export async function signOutElsewhere(stage: Stage): Promise<void> {
  const { owner } = stage;
  stage.owner = stage.world.caller((await play(stage, "signIn")).body.token);
  const { body } = await play(stage, "listSessions");
  await play(stage, "endSession", { id: body.sessions.at(-1)._id });
  await play(stage, "signOut");
  stage.owner = owner;
}

export const clashesOfLink = ({ usedLink: token }: Stage): Record<string, Change> => ({
  addInvitation: { json: { name: "Ravi Menon", email: "ravi@indigo.example" } },
  lookAtInvitation: { json: { token } },
  join: { json: { token, password: PASSWORD } },
  resetPassword: {},
  verifyEmail: {},
});

export const missingOfPeople: Record<string, Change> = {
  signIn: { json: { ...ASHA, agencySlug: "nobodys" } },
  switchAgency: { json: { agencySlug: "nobodys" } },
  changeResponsible: { json: { agencySlug: "nobodys", userId: "" } },
  lookAtInvitation: {},
  join: {},
};
