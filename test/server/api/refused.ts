import { type Call, isCreate, listStatuses } from "../../../server/api/call.ts";
import { CALLS } from "../../../server/api/calls.ts";
import { ID } from "../../../server/api/ids.ts";
import { done } from "../../world.ts";
import { buildClashes } from "./clashes.ts";
import { missingOfFactors } from "./factorStory.ts";
import { missingOfPeople } from "./joining.ts";
import { type Change, play, type Stage } from "./play.ts";
import { forbiddenToUndo } from "./undone.ts";

// Causes every error in the documentation.

const NOBODYS = "0000000000000";

export async function refuseAll(stage: Stage): Promise<void> {
  const clashes = await buildClashes(stage);
  const forbidden = await forbiddenIn(stage);
  const factors = await missingOfFactors(stage);
  for (const call of CALLS) {
    const statuses = listStatuses(call);
    const has = (status: number) => statuses.includes(status);
    if (has(400)) await play(stage, call.name, wrongInput(call));
    if (has(401)) await play(stage, call.name, notSignedIn(stage, call));
    if (has(403) && call.who !== "open") {
      await play(stage, call.name, { as: stage.staff, ...forbidden[call.name] });
    }
    if (has(404)) await play(stage, call.name, factors[call.name] ?? missing(stage, call));
    if (has(422)) await play(stage, call.name, { content: "When,What,Paid,Left\n1,2,3,4\n" });
    if (has(413))
      await play(stage, call.name, { content: " ".repeat(toMaxBytes(call) + 1), ...form(call) });
    if (has(415))
      await play(stage, call.name, { content: "?", headers: { "content-type": "x/y" } });
    const clash = clashes[call.name];
    if (clash) await play(stage, call.name, clash);
    else if (call.name === "changeReminderRules") await remindWithoutMail(stage);
    else if (has(409)) await askAgainWithAnother(stage, call);
  }
  await closeRegistration(stage);
  await guess(stage);
  await crowd(stage);
}

async function forbiddenIn(stage: Stage): Promise<Record<string, Change>> {
  const { items } = done(await stage.owner.get("/api/approvals?state=approved"));
  const ids = [items[0].transactionId];
  const categoryId = stage.glossary.toReal(ID.cost);
  const { user } = done(await stage.owner.get("/api/auth/me"));
  return {
    ...OWNERS_ONLY,
    changeResponsible: { json: { agencySlug: user.agencySlug, userId: user._id } },
    changeView: { json: { shared: false } },
    undoLast: { as: await forbiddenToUndo(stage) },
    categoriseTransactions: { json: { ids, categoryId } },
  };
}

const OWNERS_ONLY: Record<string, Change> = {
  addAccount: { json: { name: "Vault", openingBalance: 5 } },
  changeAccount: { json: { openingBalance: 1 } },
  changeCategory: { json: { kind: "other_income" } },
  addRule: {
    json: {
      name: "Posts",
      test: { direction: "out", narration: "SMS", how: "contains" },
      post: true,
      effect: { categoryId: ID.cost },
    },
  },
  changeRule: { json: { post: true } },
};

function wrongInput({ body, logo, query }: Call): Change {
  if (body && "csv" in body) return { content: "Date,Amount\n" };
  if (body) {
    const [first = ""] = Object.keys(body.example);
    return { json: { [first]: {} } };
  }
  if (!logo && !query) return { headers: { "idempotency-key": "" } };
  if (logo) return { form: { logo: new Blob(["no picture"], { type: "image/png" }) } };
  const asked = new URLSearchParams(query?.example);
  if (asked.has("at")) return { query: "at=2026-02-30" };
  if (asked.has("month")) return { query: "month=2026-13" };
  if (asked.has("year")) return { query: "year=26" };
  if (asked.has("batch")) return { query: "batch=perhaps" };
  if (asked.has("return")) return { query: "return=GSTR9" };
  if (asked.has("rule")) return { query: "rule=NONE" };
  if (asked.has("to")) return { query: "to=2026-02-30" };
  if (asked.has("quarter")) return { query: "quarter=Q3" };
  if (asked.has("before")) return { query: "before=noon" };
  if (asked.has("seq")) return { query: "seq=last" };
  if (asked.has("heads")) return { query: "heads=1:short" };
  if (asked.has("days")) return { query: "days=0" };
  if (asked.has("turn")) return { query: "turn=45" };
  if (asked.has("after")) return { query: "after=1" };
  if (asked.has("entity")) return { query: "entity=account&id=1" };
  if (asked.has("limit")) return { query: "limit=1000" };
  if (asked.has("vendorId")) return { query: `vendorId=${"x".repeat(65)}` };
  return asked.has("q") ? { query: `q=${"x".repeat(201)}` } : { query: "dateFrom=2026-02-30" };
}

const notSignedIn = ({ world }: Stage, { name }: Call): Change => ({
  as: world.stranger,
  ...(name === "signIn" && { json: { email: "asha@indigo.example", password: "a guess" } }),
});

function missing({ glossary }: Stage, { name, id, query, body }: Call): Change {
  const ofPeople = missingOfPeople[name];
  if (ofPeople) return ofPeople;
  if (id) return { id: NOBODYS };
  if (query?.example.startsWith("seq=")) return { query: "seq=999999999" };
  if (!body || "csv" in body || query) {
    const asked = new URLSearchParams(glossary.toReal(query?.example ?? ""));
    const field =
      ["clientId", "statementId"].find((name) => asked.has(name)) ??
      (asked.has("entity") ? "id" : "accountId");
    asked.set(field, NOBODYS);
    return { query: asked.toString() };
  }
  const example = JSON.parse(glossary.toReal(JSON.stringify(body.example)));
  if (example.id) return { json: { ...example, id: NOBODYS } };
  const [list = ""] = Object.keys(example).filter((key) => Array.isArray(example[key]));
  return { json: { ...example, [list]: [...example[list], NOBODYS] } };
}

const toMaxBytes = ({ body }: Call): number =>
  body ? ("maxMb" in body ? (body.maxMb ?? 1) : 1) << 20 : 16 << 20;

const form = ({ body }: Call): Change =>
  body ? {} : { headers: { "content-type": "multipart/form-data; boundary=b" } };

async function askAgainWithAnother(stage: Stage, call: Call): Promise<void> {
  if (!isCreate(call) || !call.body) throw new Error(`Nothing makes ${call.name} clash`);
  const headers = { "idempotency-key": call.name };
  const { body } = call;
  const anew = "csv" in body ? { query: `${call.query?.example}&keepDuplicates=true` } : {};
  await play(stage, call.name, { headers, ...anew });
  const another =
    "csv" in body
      ? {}
      : { json: { ...JSON.parse(stage.glossary.toReal(JSON.stringify(body.example))), more: 1 } };
  await play(stage, call.name, { headers, ...another });
}

async function remindWithoutMail(stage: Stage): Promise<void> {
  const { settings } = stage.world.context;
  const { mail } = settings;
  await stage.owner.put("/api/reminder-rules", { isOn: false });
  settings.mail = { ...mail, url: "", from: "" };
  await play(stage, "changeReminderRules");
  settings.mail = mail;
}

async function closeRegistration(stage: Stage): Promise<void> {
  const { settings } = stage.world.context;
  settings.isRegistrationOpen = false;
  await play(stage, "registerAgency", { as: stage.world.stranger });
  settings.isRegistrationOpen = true;
}

const GUESSES = 10;

async function guess(stage: Stage): Promise<void> {
  const credentials = { email: "nobody@indigo.example", password: "a guess" };
  const change = { currentPassword: "a guess", newPassword: "another one" };
  const as = stage.world.stranger;
  const link = { token: "0".repeat(43) };
  const guessOnce = () => [
    play(stage, "lookAtInvitation", { as, json: link }),
    play(stage, "signIn", { as, json: credentials }),
    play(stage, "requestReset", { as }),
    play(stage, "changeProfile", { as: stage.staff, json: change }),
  ];
  await Promise.all(Array.from({ length: GUESSES }, guessOnce).flat());
  await Promise.all(guessOnce());
  await play(stage, "resetPassword", { as });
  await play(stage, "verifyEmail", { as });
  await play(stage, "join", {
    as,
    json: { ...link, name: "Nobody", password: "figures and facts" },
  });
}

const AT_ONCE = 20;

async function crowd(stage: Stage): Promise<void> {
  const ends: (() => void)[] = [];
  const imports = Array.from({ length: AT_ONCE + 1 }, () => {
    const content = new ReadableStream({
      start(stream) {
        ends.push(() => stream.close());
      },
    });
    return play(stage, "importTransactions", { content });
  });
  await Promise.race(imports);
  for (const end of ends) end();
  await Promise.all(imports);
}
