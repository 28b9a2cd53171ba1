import type { Seat } from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { get } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";

/** Shows the user's agencies in the account menu, if there are several. Reloads them each time it opens. */
export function wakeAgencies(): void {
  document.getElementById("account-menu")?.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    get<{ agencies: Seat[] }>("/api/auth/agencies").then(
      ({ agencies }) => show(agencies),
      () => {}, // The menu works without them.
    );
  });
}

function show(agencies: Seat[]): void {
  const list = document.getElementById("agencies");
  const template = document.querySelector<HTMLTemplateElement>("template[data-agency]");
  if (!list || !template) return;
  list.hidden = agencies.length < 2;
  list.replaceChildren(...agencies.map((seat) => draw(template, seat)));
}

function draw(template: HTMLTemplateElement, { agencySlug, agencyName, role }: Seat): Node {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const isCurrent = agencySlug === readSession()?.user.agencySlug;
  const [name, roleText] = item.querySelectorAll("span");
  const [, tick] = item.querySelectorAll("svg");
  const link = item.querySelector("a");
  if (link) link.href = toSamePage(agencySlug);
  if (name) name.textContent = agencyName;
  if (roleText) roleText.textContent = ROLE_NAMES[role];
  if (isCurrent) link?.setAttribute("aria-current", "true");
  else tick?.setAttribute("visibility", "hidden");
  return item;
}

/** Returns this page in another agency. A record leads to the list of its kind. */
function toSamePage(agencySlug: string): string {
  const [, first = "", second = ""] = location.pathname.split("/");
  const isWithin = ["settings", "reports"].includes(first) && second !== "";
  return `/${isWithin ? `${first}/${second}` : first}?${new URLSearchParams({ agency: agencySlug })}`;
}
