import { toViewQuery, type View } from "../../domain/agencies/views.ts";
import { agencyKey } from "../browser/session.ts";
import { readStored } from "../browser/stored.ts";

const OPENED = "bahi-view";
/** Sent after the stored views have changed. */
export const VIEWS_STORED = "bahi-views-stored";

/** Returns the views of this agency as last loaded. */
export const readViews = (): View[] => readStored<View[]>(agencyKey("views")) ?? [];

/** Returns the views of a list. */
export const listViews = (path: string): View[] => readViews().filter((view) => view.path === path);

/** Keeps the views, and shows them in the sidebar and above the list. */
export function storeViews(views: View[]): void {
  const text = JSON.stringify(views);
  if (text === localStorage.getItem(agencyKey("views"))) return;
  localStorage.setItem(agencyKey("views"), text);
  drawViews();
  dispatchEvent(new Event(VIEWS_STORED));
}

export const viewAddress = ({ path, query }: View): string => `${path}${query && `?${query}`}`;

/** Draws the views under the sidebar's entries of their lists. */
export function drawViews(): void {
  const views = readViews();
  document.documentElement.toggleAttribute(
    "data-viewed",
    views.some(({ path }) => path === location.pathname),
  );
  for (const list of document.querySelectorAll("ul[data-views]")) list.remove();
  const current = currentView();
  for (const path of new Set(views.map((view) => view.path))) {
    const item = document.querySelector(`.nav-item[href^="${path}"]`)?.parentElement;
    if (!item) continue;
    const list = document.createElement("ul");
    list.dataset.views = "";
    list.append(...views.filter((view) => view.path === path).map((view) => draw(view, current)));
    item.append(list);
  }
}

function draw(view: View, current: View | undefined): Node {
  const link = document.createElement("a");
  link.className = "truncate round-6 px-8 text-13";
  link.href = viewAddress(view);
  link.textContent = view.name;
  link.onclick = () => openView(view);
  if (view._id === current?._id) link.ariaCurrent = "true";
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** Remembers which view this tab has opened, so that a change of its filters is a change of the view. */
export const openView = (view: View | undefined): void =>
  view ? sessionStorage.setItem(OPENED, view._id) : sessionStorage.removeItem(OPENED);

/** Returns the view whose address is open, or the one that was opened here and then changed. */
export function currentView(): View | undefined {
  const views = listViews(location.pathname);
  const query = toViewQuery(location.pathname, location.search);
  const opened = sessionStorage.getItem(OPENED);
  const isAt = (view: View) => toViewQuery(view.path, view.query) === query;
  return (
    views.find((view) => view._id === opened && isAt(view)) ??
    views.find(isAt) ??
    views.find(({ _id }) => _id === opened)
  );
}
