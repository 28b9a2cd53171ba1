import { eq, or } from "drizzle-orm";
import { NewView, type View } from "../../domain/agencies/views.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordStore } from "../engine/records.ts";
import type { Tenant } from "../engine/tenant.ts";
import { views } from "../schema/views.ts";

type Row = typeof views.$inferSelect;
type Kept = Omit<View, "isOwn"> & { createdBy: string };

const store = recordStore({
  entity: "View",
  table: views,
  schema: NewView,
  orderBy: [views.path, views.id],
  toRecord: ({ agencyId: _, id, ...row }: Row): Kept => ({ _id: id, ...row }),
  toColumns: (input: NewView) => input,
  toNewColumns: async (_, { userId }) => ({ createdBy: userId }),
  beforeWrite: (_, tenant, { before, input }) => {
    if (!before) return;
    assertVisible(tenant, before);
    if (before.createdBy !== tenant.userId && !input.shared)
      throw new Refusal("forbidden", "Only the person who shared a view can make it private");
  },
  beforeRemove: async (_, tenant, before) => assertVisible(tenant, before),
});

/** @throws Refusal "missing" for a private view of another user */
function assertVisible({ userId }: Tenant, view: Kept): void {
  if (view.createdBy !== userId && !view.shared) throw new Refusal("missing", "View not found");
}

const toView = ({ userId }: Tenant, { createdBy, ...view }: Kept): View => ({
  ...view,
  isOwn: createdBy === userId,
});

/** The operations of views. Each user sees the own ones and those that others share. */
export const viewStore = {
  list: async (tenant: Tenant): Promise<View[]> => {
    const mine = or(eq(views.createdBy, tenant.userId), eq(views.shared, true));
    return (await store.list(tenant, mine)).map((view) => toView(tenant, view));
  },
  get: async (tenant: Tenant, id: string): Promise<View> => {
    const view = await store.get(tenant, id);
    assertVisible(tenant, view);
    return toView(tenant, view);
  },
  add: async (tenant: Tenant, input: NewView) => toView(tenant, await store.add(tenant, input)),
  change: async (tenant: Tenant, id: string, changes: object) =>
    toView(tenant, await store.change(tenant, id, changes)),
  remove: store.remove,
};
