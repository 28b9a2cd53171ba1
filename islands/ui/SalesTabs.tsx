const TABS = [
  ["/invoices", "Invoices"],
  ["/notes", "Credit notes"],
  ["/vouchers", "Advances"],
] as const;

/** The lists of what is sent to clients, a page each. */
export function SalesTabs({ path }: { path: (typeof TABS)[number][0] }) {
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
