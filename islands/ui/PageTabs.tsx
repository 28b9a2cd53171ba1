const SALES = [
  ["/invoices", "Invoices"],
  ["/notes", "Credit notes"],
  ["/estimates", "Estimates"],
  ["/vouchers", "Advances"],
] as const;
const PURCHASES = [
  ["/bills", "Bills"],
  ["/tds", "TDS to deposit"],
] as const;

export type SalesTab = (typeof SALES)[number][0];

/** The lists of what is sent to clients, a page each. */
export const SalesTabs = ({ path }: { path: SalesTab }) => <PageTabs tabs={SALES} path={path} />;

/** What vendors billed, and what was kept back of it. */
export const PurchaseTabs = ({ path }: { path: (typeof PURCHASES)[number][0] }) => (
  <PageTabs tabs={PURCHASES} path={path} />
);

const AUDIT = [
  ["/settings/audit", "Log"],
  ["/settings/audit/integrity", "Integrity"],
] as const;

/** The log, and the proof of it. */
export const AuditTabs = ({ path }: { path: (typeof AUDIT)[number][0] }) => (
  <PageTabs tabs={AUDIT} path={path} label="Audit log" />
);

interface Props {
  label?: string;
  tabs: readonly (readonly [href: string, label: string])[];
  path: string;
}

const PageTabs = ({ tabs, path, label = "Documents" }: Props) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(([href, label]) => (
      <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
        {label}
      </a>
    ))}
  </nav>
);
