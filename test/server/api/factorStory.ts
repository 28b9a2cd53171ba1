import { ID } from "../../../server/api/ids.ts";
import { done, made } from "../../world.ts";
import { createAuthenticator } from "../authenticator.ts";
import { appCode } from "../factors.ts";
import { type Change, play, type Stage } from "./play.ts";

const PASSWORD = "ravi's first";
/** The accountant who joins by a link. */
const MEERA = { email: "meera@ledgers.example", password: "figures and facts" };
const authenticator = createAuthenticator();

async function createPasskey({ world }: Stage) {
  const { options } = done(await world.stranger.post("/api/auth/passkeys/login/options", {}));
  return authenticator.get(options);
}

export async function setUpFactors(stage: Stage): Promise<void> {
  const { staff, world } = stage;
  const { body } = await play(stage, "getPasskeyCreation", { as: staff });
  const response = authenticator.create(body.options);
  const added = await play(stage, "addPasskey", { as: staff, json: { name: "Pixel 9", response } });
  stage.glossary.learn(ID.passkey, added.body.passkey._id);
  stage.withFactor = world.caller(added.body.token);
  const as = stage.withFactor;
  await play(stage, "listPasskeys", { as });
  await play(stage, "getPasskeyRequest", { as: world.stranger });
  const signedIn = { as: world.stranger, json: { response: await createPasskey(stage) } };
  await play(stage, "signInByPasskey", signedIn);
  const { secret } = (await play(stage, "startAuthenticator", { as })).body;
  await play(stage, "confirmAuthenticator", { as, json: { code: appCode(secret) } });
  await play(stage, "renewRecoveryCodes", { as, json: { password: PASSWORD } });
  await play(stage, "getOwnFactors", { as });
  await joinWithoutCode(stage);
  await play(stage, "listReadiness");
}

async function joinWithoutCode(stage: Stage): Promise<void> {
  const { world } = stage;
  const ravi = { name: "Ravi Menon", email: "ravi@indigo.example" };
  const { url } = made(await world.kaveri.owner.post("/api/users/invitations", ravi));
  const json = { token: url.split("#")[1], password: PASSWORD };
  await play(stage, "join", { as: world.stranger, json });
}

export async function clashesOfFactors(stage: Stage): Promise<Record<string, Change>> {
  const { withFactor: as } = stage;
  const create = async () => {
    const { options } = done(await as.post("/api/auth/passkeys/options", {}));
    return { name: "One more", response: createAuthenticator().create(options) };
  };
  for (let n = 1; n < 20; n++) done(await as.post("/api/auth/passkeys", await create()));
  return {
    startAuthenticator: { as },
    confirmAuthenticator: { as, json: { code: "000000" } },
    addPasskey: { as, json: await create() },
    changeMetadata: { json: { requireSecondFactor: true } },
  };
}

export const missingOfFactors = async (stage: Stage): Promise<Record<string, Change>> => ({
  signInByPasskey: {
    as: stage.world.stranger,
    json: { response: await createPasskey(stage), agencySlug: "nobodys" },
  },
  renewRecoveryCodes: {},
  removeAuthenticator: {},
});

/** Closes the agency, which no one but its owner can then sign in to, and restores it. */
export async function closeAndRestore(stage: Stage): Promise<void> {
  const agencySlug = "indigo-studio";
  const as = stage.world.stranger;
  await play(stage, "closeAgency");
  const response = await createPasskey(stage);
  await play(stage, "signInByPasskey", { as, json: { response, agencySlug } });
  await play(stage, "signIn", { as, json: { ...MEERA, agencySlug } });
  await play(stage, "switchAgency", { as: stage.withFactor, json: { agencySlug } });
  await play(stage, "restoreAgency");
}

export async function removeFactors(stage: Stage): Promise<void> {
  for (const name of ["removeAuthenticator", "removePasskey"]) {
    const json = { passkey: await createPasskey(stage) };
    await play(stage, name, { as: stage.withFactor, json });
  }
}
