import { hiddenFrom, type Permission } from "../../domain/roles.ts";

const SALES = [
  ["/invoices", "Invoices"],
  ["/notes", "Credit notes"],
  ["/estimates", "Estimates"],
  ["/vouchers", "Advances"],
  ["/series", "Recurring"],
  ["/outbox", "Outbox"],
] as const;
const PURCHASES = [
  ["/bills", "Bills"],
  ["/tds", "TDS to deposit"],
] as const;

export type SalesTab = (typeof SALES)[number][0];

/** Tabs for the documents sent to clients. Each appears with the first document of its kind. */
export const SalesTabs = ({ path }: { path: SalesTab }) => (
  <PageTabs
    tabs={SALES}
    path={path}
    of={(href) => (href === SALES[0][0] ? undefined : href.slice(1))}
  />
);

/** Tabs for vendors' bills and the TDS deducted from them. */
export const PurchaseTabs = ({ path }: { path: (typeof PURCHASES)[number][0] }) => (
  <PageTabs tabs={PURCHASES} path={path} />
);

const AUDIT = [
  ["/settings/audit", "Log", "view audit log"],
  ["/settings/trash", "Trash"],
  ["/settings/audit/integrity", "Integrity", "view audit log"],
] as const;

/** Tabs for the audit log, the trash and the integrity check. */
export const AuditTabs = ({ path }: { path: (typeof AUDIT)[number][0] }) => (
  <PageTabs tabs={AUDIT} path={path} label="Audit log" />
);

interface Props {
  label?: string;
  tabs: readonly (readonly [href: string, label: string, needs?: Permission])[];
  path: string;
  /** The feature that shows a tab. */
  of?(href: string): string | undefined;
}

const PageTabs = ({ tabs, path, label = "Documents", of }: Props) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(([href, label, needs]) => (
      <a
        key={href}
        href={href}
        className={hiddenFrom(needs) || undefined}
        data-feature={of?.(href)}
        aria-current={href === path ? "page" : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);
