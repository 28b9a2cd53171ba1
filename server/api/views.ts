import * as v from "valibot";
import { viewStore } from "../../db/agencies/views.ts";
import { NewView, type View, viewFields } from "../../domain/agencies/views.ts";
import type { Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls, toResponse } from "./records.ts";
import { createShape, isTrue } from "./shapes.ts";

const view = createShape<View>()(
  v.object({
    ...toResponse(viewFields),
    shared: isTrue,
    isOwn: v.pipe(
      isTrue,
      v.description("Whether you created it; only then you can make it private"),
    ),
  }),
);

export const views: Group = {
  title: "Saved views",
  about:
    "A list with its search, filters and sort, under a name. A view is private, or shared with the " +
    "team; then everyone sees and can change it.",
  schemas: { View: view, NewView },
  calls: recordCalls({
    noun: "view",
    id: ID.view,
    schema: NewView,
    record: view,
    store: viewStore,
    writers: "everyone",
    example: { name: "Above ₹10,000", path: "/transactions", query: "minAmount=10000" },
    changeExample: { shared: true },
    list: { summary: "List your views and those shared with you" },
    change: { also: [403] },
  }),
};
