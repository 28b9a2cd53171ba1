import { pluralize } from "../counts.ts";
import { addDays } from "../dates.ts";
import { gstr2bPublishedOn } from "../gst/returns/dues.ts";
import type { Filing } from "../gst/returns/filings.ts";
import { type CloseItem, type CloseLine, formatShortDay, weekdayShort } from "./closing.ts";
import type { GstFacts, MonthFacts } from "./facts.ts";
import { type ItemText, item } from "./item.ts";

/** Returns the items for checking and filing returns; none for an agency that files no returns. */
export function gstItems(facts: MonthFacts): CloseItem[] {
  const { gst, month } = facts;
  if (!gst) return [];
  const link = `/gst?period=${month}`;
  const { errors, warnings } = gst;
  const review = warnings > 0 ? `, ${pluralize(warnings, "warning")} to review` : "";
  const checked = item("preflight", {
    title: "Returns checked",
    link,
    count: errors,
    state: errors > 0 ? "open" : "done",
    note: errors > 0 ? `${pluralize(errors, "thing")} to fix${review}` : `no errors${review}`,
  });
  if (!gst.isDue) return [checked];
  return [checked, proofItem(gst, `${link}&tab=proof`), ...filingItems(gst, facts, link)];
}

/** Returns the item that is done if every difference between returns and tax ledgers has a reason. */
function proofItem({ proof: { differences, faults } }: GstFacts, link: string): CloseItem {
  const named = differences > 0 ? `, ${pluralize(differences, "difference")} with a reason` : "";
  return item("proof", {
    title: "Returns agree with the ledgers",
    link,
    count: faults,
    state: faults > 0 ? "open" : "done",
    note:
      faults > 0
        ? `${pluralize(faults, "difference has", "differences have")} no reason`
        : `every amount agrees${named}`,
  });
}

const filedBy = (filing: Filing) => ({
  state: "done" as const,
  note: `ARN ${filing.arn}`,
  by: { at: filing.createdAt, name: filing.createdBy.fullName },
});

function filingItems(gst: GstFacts, { today, month }: MonthFacts, link: string): CloseItem[] {
  const gstr1 = gst.filings.find((one) => one.return === "GSTR1");
  const gstr3b = gst.filings.find((one) => one.return === "GSTR3B");
  const ended = addDays(gst.dateTo, 1);
  const published = gstr2bPublishedOn(month);
  const isOver = today >= ended;
  const { loaded } = gst.inward;
  const mayNeedApproval = (from: string, note: string) => ({
    state: "blocked" as const,
    from,
    note,
  });
  const dueNote = (due: string) => `due ${weekdayShort(due)}`;
  const first = item("gstr1", {
    title: "GSTR-1",
    link,
    due: gst.due.gstr1,
    amount: gst.tax,
    ...(gstr1
      ? filedBy(gstr1)
      : isOver
        ? { state: "open", note: dueNote(gst.due.gstr1) }
        : mayNeedApproval(ended, `from ${formatShortDay(ended)}, ${dueNote(gst.due.gstr1)}`)),
  });
  const last = item("gstr3b", {
    title: "GSTR-3B",
    link: `${link}&tab=gstr3b`,
    due: gst.due.gstr3b,
    amount: gst.cash,
    ...(gstr3b
      ? filedBy(gstr3b)
      : !isOver
        ? mayNeedApproval(ended, `from ${formatShortDay(ended)}, ${dueNote(gst.due.gstr3b)}`)
        : !loaded && today < published
          ? mayNeedApproval(
              published,
              `from ${weekdayShort(published)}, ${dueNote(gst.due.gstr3b)}`,
            )
          : gstr1
            ? { state: "open", note: dueNote(gst.due.gstr3b) }
            : { state: "blocked", note: `after GSTR-1, ${dueNote(gst.due.gstr3b)}` }),
  });
  return [first, inwardItem(gst, { link, today, published, isFiled: !!gstr3b }), last];
}

function inwardItem(
  { inward, due }: GstFacts,
  at: { link: string; today: string; published: string; isFiled: boolean },
): CloseItem {
  const { loaded, open, missing, unfiled } = inward;
  const link = `${at.link}&tab=gstr2b`;
  const title = "GSTR-2B";
  const rest = unfiled > 0 ? `${pluralize(unfiled, "bill is", "bills are")} not in it` : "";
  const createItem = (text: Omit<ItemText, "link" | "title">) =>
    item("2b", { title, link, due: due.gstr3b, ...text });
  if (!loaded) {
    if (at.isFiled)
      return createItem({ state: "done", note: "GSTR-3B was filed without it", due: "" });
    const note = `published on ${weekdayShort(at.published)}`;
    return at.today < at.published
      ? createItem({ state: "blocked", note, from: at.published })
      : createItem({ state: "open", note: `${note}, not loaded yet`, count: 1 });
  }
  const line = (title: string, count: number): CloseLine[] =>
    count > 0 ? [{ title, count, note: "", link }] : [];
  const lines = [...line("To decide", open), ...line("No bill", missing)];
  const left = lines.map(({ title, count }) => `${count} ${title.toLowerCase()}`).join(", ");
  if (left && !at.isFiled)
    return createItem({ state: "open", lines, count: open + missing, note: left });
  const stands = left ? `GSTR-3B was filed with ${left}` : "every row has its bill";
  const note = [stands, rest].filter(Boolean).join(", ");
  return createItem({ state: "done", note, by: loaded });
}
