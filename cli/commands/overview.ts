import { type AgencyOverview, openWords } from "../../domain/closing/overview.ts";
import { formatDate } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import type { Column } from "../table.ts";

const COLUMNS: Column<AgencyOverview>[] = [
  { title: "Agency", text: ({ agencyName }) => agencyName, minWidth: 10 },
  {
    title: "Month",
    text: ({ state }) =>
      state
        ? `${monthName(state.month)}, ${state.steps.done} of ${state.steps.all} steps`
        : "not known",
  },
  { title: "Open", text: ({ state }) => (state ? openWords(state.open) : "") },
  {
    title: "Next due",
    text: ({ state }) => {
      const [next] = state?.dues ?? [];
      return next ? `${next.title}, ${formatDate(next.date)}${next.isLate ? ", late" : ""}` : "";
    },
  },
  { title: "Waiting for", text: ({ state }) => state?.waitingFor?.name ?? "" },
  { title: "Responsible", text: ({ state }) => state?.responsible?.name ?? "" },
];

/** Prints all agencies of the user, the most urgent first. */
export async function showOverview(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ agencies: AgencyOverview[] }>("/overview", "agencies");
  const { agencies } = answer;
  await printList(answer, agencies, COLUMNS, options, () =>
    count(agencies.length, "agency", "agencies"),
  );
}
