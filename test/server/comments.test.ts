import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import type { Notification } from "../../domain/agencies/notifications.ts";
import { type Comment, EDIT_MS, type Thread } from "../../domain/comments/comments.ts";
import { furnish } from "../furnish.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { buildPdf, send } from "./attaching.ts";
import { keepSampleBooks, listLines } from "./banking.ts";
import { closeTo } from "./locking.ts";

let world: World;
let owner: Caller;
let staff: Caller;
let client: string;
let ids: Record<string, string | undefined>;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
  const furnished = await furnish(owner, { mark: "Discussed", n: 7 });
  ids = furnished.ids;
  client = `entity=client&id=${furnished.office.client}`;
});
afterAll(() => world.end());

const write = async (who: Caller, of: string, text: string, more: object = {}): Promise<Comment> =>
  made(await who.post(`/api/comments?${of}`, { text, ...more })).comment;
const read = async (who: Caller, of: string): Promise<Thread> =>
  done(await who.get(`/api/comments?${of}`));
const news = async (who: Caller): Promise<Notification[]> =>
  done(await who.get("/api/notifications")).items.filter(
    ({ kind }: Notification) => kind === "mention",
  );
const refused = (answer: { status: number; body: { message: string } }) => [
  answer.status,
  answer.body.message,
];

async function hireAccountant(): Promise<Caller> {
  const member = { name: "Vinod Deshpande", email: "vinod@kaveri.test", password: "vinod's own" };
  made(await owner.post("/api/users/team", { ...member, role: "accountant" }));
  const { email, password } = member;
  return world.caller(
    done(await world.stranger.post("/api/auth/login", { email, password })).token,
  );
}

describe("a thread", () => {
  test("is written by everyone in the agency and read by nobody else", async () => {
    const accountant = await hireAccountant();
    await write(staff, client, "Did they move?");
    await write(accountant, client, "Ask for the new GSTIN, too.\nThe state differs.");
    const { items, record, people, asked } = await read(owner, client);
    expect(items.map(({ text, createdBy }) => [text, createdBy.role])).toEqual([
      ["Did they move?", "staff"],
      ["Ask for the new GSTIN, too.\nThe state differs.", "accountant"],
    ]);
    expect([record.amount, record.date, asked]).toEqual([null, "", ""]);
    expect(people.map(({ role }) => role).toSorted()).toEqual([
      "accountant",
      "owner",
      "staff",
      "staff",
    ]);
    const { narmada } = world;
    const theirs = await narmada.owner.get(`/api/comments?${client}`);
    expect(refused(theirs)).toEqual([404, "Client not found"]);
    const post = await narmada.owner.post(`/api/comments?${client}`, { text: "Hello" });
    expect(refused(post)).toEqual([404, "Client not found"]);
    const path = `/api/comments/${items[0]?._id}`;
    expect((await narmada.owner.delete(path)).status).toBe(404);
    expect((await narmada.owner.put(path, { text: "Mine" })).status).toBe(404);
    const stranger = { text: "Hello", mentions: [world.narmada.owner] };
    expect((await owner.post(`/api/comments?${client}`, stranger)).status).toBe(400);
  });

  test("on a journal needs permission to view statements", async () => {
    const journal = `entity=journal&id=${ids.journals}`;
    const { _id } = await write(owner, journal, "Is this the final entry?");
    expect((await staff.get(`/api/comments?${journal}`)).status).toBe(403);
    expect((await staff.post(`/api/comments?${journal}`, { text: "Why?" })).status).toBe(403);
    expect((await staff.get(`/api/history?entity=Comment&id=${_id}`)).status).toBe(403);
    const { people } = await read(owner, journal);
    expect(people.map(({ role }) => role)).not.toContain("staff");
    const everyone = await read(owner, client);
    const { _id: hidden } = everyone.people.find(({ role }) => role === "staff") ?? {};
    const answer = await owner.post(`/api/comments?${journal}`, {
      text: "@Staff look",
      mentions: [hidden],
    });
    const message = "Only members who see the record can be mentioned";
    expect(answer.body.errors).toEqual([{ path: "mentions", message }]);
  });

  test("refuses empty and long comments, and unknown records", async () => {
    const post = async (text: string) =>
      (await owner.post(`/api/comments?${client}`, { text })).body.errors?.[0].message;
    expect(await post("  \n ")).toBe("Write a comment");
    expect(await post("a".repeat(5001))).toBe("Comment is too long");
    const none = await owner.post("/api/comments?entity=bill&id=none", { text: "Hello" });
    expect(refused(none)).toEqual([404, "Bill not found"]);
    expect((await owner.get("/api/comments?entity=approval&id=1")).status).toBe(400);
  });

  test("stays open in closed months", async () => {
    const { owner, account, rent } = await world.found();
    const links = { accountId: account._id, categoryId: rent._id };
    const entry = { date: "2026-08-14", description: "Rent", type: "Expense", amount: 340 };
    const { transaction } = made(await owner.post("/api/transactions", { ...entry, ...links }));
    await closeTo(owner, "2026-09-30");
    const of = `entity=transaction&id=${transaction._id}`;
    const { _id } = await write(owner, of, "Is this for July?");
    done(await owner.put(`/api/comments/${_id}`, { text: "Is this rent for July?" }));
    done(await owner.delete(`/api/comments/${_id}`));
    expect((await read(owner, of)).record).toMatchObject({ label: "Rent", amount: 340 });
  });
});

describe("a comment", () => {
  test("is changed for 15 minutes and deleted by its author, which can be undone", async () => {
    const note = `entity=note&id=${ids.notes}`;
    const { _id } = await write(staff, note, "Teh discount");
    const path = `/api/comments/${_id}`;
    const mine = "Only Staff of kaveri can change or delete this comment";
    expect(refused(await owner.put(path, { text: "The" }))).toEqual([403, mine]);
    expect(refused(await owner.delete(path))).toEqual([403, mine]);
    const { comment } = done(await staff.put(path, { text: "The discount" }));
    expect([comment.text, comment.editedAt]).toEqual(["The discount", expect.any(String)]);
    setSystemTime(new Date(Date.now() + EDIT_MS));
    const late = await staff.put(path, { text: "A discount" });
    setSystemTime();
    expect(refused(late)).toEqual([403, "A comment can be changed for 15 minutes"]);
    const { headers } = await staff.delete(path);
    const [gone] = (await read(owner, note)).items;
    expect(gone).toMatchObject({
      text: "",
      isDeleted: true,
      createdBy: { name: "Staff of kaveri" },
    });
    done(await staff.post(`/api/operations/${headers.get("x-operation")}/undo`, {}));
    const [back] = (await read(owner, note)).items;
    expect(back).toMatchObject({ text: "The discount", isDeleted: false });
    const log = done(await owner.get("/api/audit?entity=Comment&limit=3")).items;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      ...["CREATE", "DELETE", "UPDATE"],
    ]);
  });

  test("carries files of its record", async () => {
    const estimate = { entity: "estimate", id: `${ids.estimates}` };
    const of = String(new URLSearchParams(estimate));
    const sent = await send(staff, { ...estimate, name: "offer.pdf" }, buildPdf("offer"));
    const { attachment } = made(sent);
    const { files } = await write(staff, of, "Here it is.", { files: [attachment._id] });
    expect(files).toMatchObject([{ name: "offer.pdf", kind: "pdf" }]);
    const other = await owner.post(`/api/comments?${client}`, {
      text: "This one",
      files: [attachment._id],
    });
    expect(other.body.errors[0].path).toBe("files");
    done(await staff.delete(`/api/attachments/${attachment._id}`));
    expect((await read(staff, of)).items[0]?.files).toEqual([]);
  });

  test("notifies those it mentions once, with a link to the thread", async () => {
    const invoice = `entity=invoice&id=${ids.invoices}`;
    const { people } = await read(owner, invoice);
    const [{ _id: hers } = { _id: "" }] = people.filter(({ name }) => name === "Staff of kaveri");
    const { _id } = await write(owner, invoice, "@Staff send it again", { mentions: [hers, hers] });
    const [first, ...others] = await news(staff);
    expect([others, first]).toMatchObject([
      [],
      { name: "Owner of kaveri", isNew: true, isOpen: false },
    ]);
    expect(first?.label).toEndWith(", “@Staff send it again”");
    expect(first?.link).toBe(`/invoices/${ids.invoices}#comments=invoice.${ids.invoices}`);
    expect(await news(owner)).toEqual([]);
    const changed = { text: "@Staff send it twice", mentions: [hers] };
    done(await owner.put(`/api/comments/${_id}`, changed));
    expect(await news(staff)).toHaveLength(1);
    done(await owner.delete(`/api/comments/${_id}`));
    expect(await news(staff)).toEqual([]);
  });
});

test("a question about a bank line waits for the owners until it is answered", async () => {
  const { owner, staff } = await world.found();
  const { hdfc, statements } = await keepSampleBooks(owner);
  const [line] = await listLines(owner, hdfc);
  const of = `entity=line&id=${line._id}`;
  await write(staff, of, "Is this a laptop or a repair?", { ask: true });
  await write(staff, of, "The bill is missing.");
  const lines = async () =>
    done(await staff.get(`/api/comments/lines?statementId=${statements.hdfc._id}`)).lines;
  expect(await lines()).toEqual([{ _id: line._id, count: 2, asked: "Owner" }]);
  expect(await read(staff, of)).toMatchObject({ asked: "Owner", record: { date: line.date } });
  const [asked] = await news(owner);
  expect(asked).toMatchObject({ isOpen: true, name: "Staff of kaveri" });
  const link = `/banking/${statements.hdfc._id}?line=${line._id}#comments=line.${line._id}`;
  expect(asked?.link).toBe(link);
  const tasks = async () =>
    done(await owner.get("/api/tasks")).tasks.filter(({ key }: { key: string }) => key === "asked");
  expect(await tasks()).toEqual([
    {
      key: "asked",
      title: "1 question waits for your answer",
      note: "Staff of kaveri: “Is this a laptop or a repair?”",
      count: 1,
      link,
    },
  ]);
  expect((await staff.get("/api/tasks")).body.tasks).not.toContainEqual(
    expect.objectContaining({ key: "asked" }),
  );
  const answer = await owner.post(`/api/comments/answer?${of}`, {});
  expect(answer.body).toMatchObject({ asked: "", items: [{ question: "answered" }, {}] });
  expect(await tasks()).toEqual([]);
  expect((await news(owner))[0]?.isOpen).toBe(false);
  const again = await owner.post(`/api/comments/answer?${of}`, {});
  expect(refused(again)).toEqual([409, "No question is open"]);
  done(await owner.post(`/api/operations/${answer.headers.get("x-operation")}/undo`, {}));
  expect(await lines()).toMatchObject([{ asked: "Owner" }]);
  expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
});
