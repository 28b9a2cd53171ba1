const TABS = [
  ["/invoices", "Invoices"],
  ["/notes", "Credit notes"],
  ["/estimates", "Estimates"],
  ["/vouchers", "Advances"],
] as const;

export type SalesTab = (typeof TABS)[number][0];

/** The lists of what is sent to clients, a page each. */
export function SalesTabs({ path }: { path: SalesTab }) {
  return (
    <nav className="tabs" aria-label="Documents">
      {TABS.map(([href, label]) => (
        <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
