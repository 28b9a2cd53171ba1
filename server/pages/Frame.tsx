import type { ReactNode } from "react";
import { hiddenFrom, shownInstead } from "../../domain/roles.ts";
import { Icon, Key, Mark } from "../../islands/ui/Icon.tsx";
import type { NavGroup, NavItem } from "./nav.ts";
import { SettingsList } from "./SettingsList.tsx";
import { isInSettings } from "./settingsList.ts";

interface Props {
  path: string;
  nav: NavGroup[];
  /** The script that fills in the signed-in user. */
  identity: string;
  /** The stylesheet's name: see Parts. */
  closeBar: string;
  children: ReactNode;
}

/** Sidebar and header of a page. A script fills the elements with `data-fill` in the browser. */
export function Frame({ path, nav, identity, closeBar, children }: Props) {
  return (
    <>
      <a className="skip p-8-12 round-6" href="#main">
        Skip to content
      </a>
      <div className="app" data-close-bar={closeBar}>
        <div className="side-home">
          <Sidebar path={path} nav={nav} />
        </div>
        <div className="app-main">
          <Header />
          <script dangerouslySetInnerHTML={{ __html: identity }} />
          <main className="page" id="main" tabIndex={-1}>
            {isInSettings(path) ? (
              <div className="set-cols">
                <SettingsList path={path} />
                {children}
              </div>
            ) : (
              children
            )}
          </main>
        </div>
      </div>
      <p className="offline" role="status" data-offline hidden>
        You are offline. What you type stays here; you can save it when you are back online.
      </p>
      <dialog id="drawer" className="drawer m-0 p-0 no-line ink" aria-label="Menu" />
    </>
  );
}

function Sidebar({ path, nav }: Pick<Props, "path" | "nav">) {
  return (
    <aside className="side" aria-label="Sidebar">
      <div className="side-top row gap-8">
        <Mark />
        <span className="wordmark">bahi</span>
        <span className="agency truncate grow min-0 small" data-fill="agency-name" />
        <button
          className="icon-btn spring"
          type="button"
          data-action="collapse"
          aria-label="Collapse sidebar"
          aria-expanded="true"
          aria-keyshortcuts="["
        >
          <Icon name="panel-left" />
        </button>
      </div>
      <nav className="grow p-8 scroll-y" aria-label="Main">
        {nav.map((group) => (
          <Group key={group.label ?? ""} group={group} path={path} />
        ))}
      </nav>
      <button
        className="icon-btn side-expand"
        type="button"
        data-action="expand"
        aria-label="Expand sidebar"
      >
        <Icon name="panel-left" />
      </button>
      <div className="side-user row gap-8 line-above relative">
        <span
          className="avatar grid mid rigid round-full text-11 semi soft"
          aria-hidden="true"
          data-fill="user-initials"
        />
        <div className="side-user-text grow min-0">
          <div className="row gap-6 small">
            <span className="truncate strong" data-fill="user-name" />
            <span className="pill" data-fill="user-role" />
          </div>
          <div className="truncate small muted" data-fill="user-email" />
        </div>
        <button
          className="icon-btn"
          type="button"
          aria-label="Account menu"
          popoverTarget="account-menu"
        >
          <Icon name="chevrons-up-down" />
        </button>
      </div>
      <AccountMenu />
    </aside>
  );
}

function Group({ group: { label, items }, path }: { group: NavGroup; path: string }) {
  const list = (
    <ul>
      {items.map((item) => (
        <Item key={item.path} item={item} isCurrent={isAt(item, path)} />
      ))}
    </ul>
  );
  // A group is hidden with the last of its items.
  const features = [...new Set(items.map(({ feature }) => feature))];
  const feature = features.includes(undefined) ? undefined : features.join(" ");
  if (!label) {
    return (
      <div className="nav-group" data-feature={feature}>
        {list}
      </div>
    );
  }

  const id = `nav-${label.toLowerCase()}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not of form fields.
    <div className="nav-group" role="group" aria-labelledby={id} data-feature={feature}>
      <p className="nav-label text-11 strong muted" id={id}>
        {label}
      </p>
      {list}
    </div>
  );
}

const isAt = ({ path, tabs = [] }: NavItem, current: string) =>
  [path, ...tabs].some((at) => `${current}/`.startsWith(`${at}/`));

function Item({ item, isCurrent }: { item: NavItem; isCurrent: boolean }) {
  return (
    <li
      className={
        [item.without ? shownInstead(item.without) : hiddenFrom(item.permission), item.count]
          .filter(Boolean)
          .join(" ") || undefined
      }
      data-feature={item.feature}
    >
      <a
        className="nav-item row gap-8 px-8 round-6 strong"
        href={item.path}
        title={item.label}
        aria-current={isCurrent ? "page" : undefined}
      >
        <Icon name={item.icon} />
        <span>{item.label}</span>
        {item.count && (
          <span className="nav-count num spring text-11 muted" data-fact hidden>
            <span data-fill={item.count} />
            <span className="sr-only" data-fill={`${item.count}-said`} />
          </span>
        )}
        {item.feature && (
          <span className="nav-new spring round-full" data-new hidden>
            <span className="sr-only"> new</span>
          </span>
        )}
      </a>
    </li>
  );
}

const DETAILS = "/settings/metadata";
const OF_OWNERS = hiddenFrom("manage metadata");

function Header() {
  return (
    <header className="head">
      <button
        className="icon-btn only-phone"
        type="button"
        data-action="open-drawer"
        aria-label="Open menu"
      >
        <Icon name="menu" />
      </button>
      <div className="row gap-8 min-0">
        <span className="logo" aria-hidden="true">
          <span data-fill="agency-initial" />
          <img data-logo alt="" hidden />
        </span>
        <div className="truncate">
          <div className="head-name truncate text-13 semi" data-fill="agency-name" />
          <div className="head-place truncate small muted" data-fill="agency-place" />
          <span className={`head-place small ${OF_OWNERS}`} data-add="agency-place" hidden>
            <a className="inline-row min-24" href={DETAILS}>
              Add your address
            </a>
          </span>
        </div>
      </div>
      <div className="head-facts">
        <span className="fact-phone not-phone items-center gap-6" data-fact hidden>
          <Icon name="phone" />
          <span className="sr-only">Contact number </span>
          <span className="num" data-fill="agency-phone" />
        </span>
        <span className="not-phone items-center gap-6" data-fact hidden>
          <span className="muted">GSTIN</span>
          <span className="num" data-fill="agency-gst" />
        </span>
        <span className={`not-phone items-center gap-6 ${OF_OWNERS}`} data-add="agency-gst" hidden>
          <span className="muted">GSTIN</span>
          <a className="inline-row min-24" href={DETAILS}>
            Add
          </a>
        </span>
        <span className="pill pill-line items-center gap-6">
          <span className="sr-only">Currency </span>INR
        </span>
      </div>
      <div className="head-tools row gap-4">
        <button
          className="btn btn-find px-8 reg"
          type="button"
          data-action="palette"
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Icon name="search" />
          <span className="find-text">
            Search<span className="sr-only"> and commands</span>
          </span>
          <Key name="Ctrl K" />
        </button>
        <button
          className="icon-btn relative"
          type="button"
          data-action="notifications"
          aria-label="Notifications"
          aria-keyshortcuts="g u"
        >
          <Icon name="bell" />
          <span className="badge mid px-4 round-full text-11 semi" aria-hidden="true" hidden />
        </button>
        <button
          className="icon-btn not-phone"
          type="button"
          data-action="theme"
          aria-label="Switch theme"
        >
          <Icon name="moon" />
        </button>
        <button
          className="icon-btn not-phone"
          type="button"
          data-action="keys"
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
        >
          <Icon name="keyboard" />
        </button>
      </div>
    </header>
  );
}

function AccountMenu() {
  return (
    <div className="pop menu" id="account-menu" popover="auto">
      <div className="menu-head">
        <div className="strong truncate" data-fill="user-name" />
        <div className="small muted truncate" data-fill="user-email" />
      </div>
      <template data-agency>
        <li>
          <a className="opt" href="/dashboard">
            <Icon name="building-2" />
            <span className="truncate" />
            <span className="flex gap-4 spring end small muted" />
            <Icon name="check" />
          </a>
        </li>
      </template>
      <ul className="opts" id="agencies" aria-label="Agencies" hidden />
      <ul className="opts">
        <li>
          <a className="opt" href="/profile">
            <Icon name="user" />
            <span>Profile</span>
          </a>
        </li>
        <li>
          <button className="opt" type="button" data-action="theme">
            <Icon name="moon" />
            <span>Switch theme</span>
          </button>
        </li>
        <li>
          <button className="opt" type="button" data-action="density">
            <Icon name="rows-3" />
            <span>Compact rows</span>
          </button>
        </li>
        <li>
          <button className="opt" type="button" data-action="single-keys">
            <Icon name="keyboard" />
            <span>Turn single-key shortcuts off</span>
          </button>
        </li>
        <li>
          <button className="opt" type="button" data-action="logout">
            <Icon name="log-out" />
            <span>Log out</span>
          </button>
        </li>
      </ul>
    </div>
  );
}
