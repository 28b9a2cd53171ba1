import { type Answer, type Caller, done, made } from "../world.ts";

const LATER = { date: "2090-01-31" };

/** Calls of the agency's own items of the month's close, far from closed books. */
export async function closeCalls(owner: Caller): Promise<Record<string, () => Promise<Answer>>> {
  const { user } = done(await owner.get("/api/auth/me"));
  const fields = { name: "Send hours", kind: "tick", userId: user._id, from: "2090-01-01" };
  const add = () => owner.post("/api/close-items", fields);
  const path = `/api/close-items/${made(await add()).closeItem._id}`;
  const spare = `/api/close-items/${made(await add()).closeItem._id}`;
  return {
    "POST /api/close-items": add,
    "PUT /api/close-items/:id": () => owner.put(path, { name: "Send the hours" }),
    "POST /api/close-items/:id/mark": () => owner.post(`${path}/mark`, LATER),
    "POST /api/close-items/:id/unmark": () => owner.post(`${path}/unmark`, LATER),
    "DELETE /api/close-items/:id": () => owner.delete(spare),
  };
}
