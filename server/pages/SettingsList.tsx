import { hiddenFrom, isPermitted, ROLES } from "../../domain/roles.ts";
import { SETTINGS_LIST, type SettingsEntry } from "./settingsList.ts";

/** The list of settings pages. Each of them shows it. */
export const SettingsList = ({ path }: { path: string }) => (
  <nav className="set-nav text-13" aria-label="Settings">
    {SETTINGS_LIST.map(({ label, entries }) => (
      <div key={label} className={hiddenWith(entries)}>
        <p className="nav-label text-11 strong muted">{label}</p>
        <ul>
          {entries.map((entry) => (
            <li key={entry.path} className={hiddenFrom(entry.permission) || undefined}>
              <a
                className="row px-8 round-6 strong nowrap"
                href={entry.path}
                aria-current={entry.path === path ? "page" : undefined}
              >
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** Hides a group from roles that see none of its entries. */
const hiddenWith = (entries: SettingsEntry[]) =>
  ROLES.filter((role) => !entries.some(({ permission }) => isPermitted(role, permission)))
    .map((role) => `not-${role}`)
    .join(" ") || undefined;
