import type { Seat, SignedIn } from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { get, send, toastError } from "../browser/api.ts";
import { fetchAgency } from "../browser/features.ts";
import { chooseAgency, readSession } from "../browser/session.ts";

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
  const button = item.querySelector("button");
  if (name) name.textContent = agencyName;
  if (roleText) roleText.textContent = ROLE_NAMES[role];
  if (isCurrent) button?.setAttribute("aria-current", "true");
  else {
    tick?.setAttribute("visibility", "hidden");
    button?.addEventListener("click", () => void switchTo(agencySlug));
  }
  return item;
}

async function switchTo(agencySlug: string): Promise<void> {
  try {
    chooseAgency(await send<SignedIn>("POST", "/api/auth/switch", { agencySlug }));
    await fetchAgency();
    location.assign("/dashboard");
  } catch (failure) {
    toastError("Failed to switch the agency")(failure);
  }
}
