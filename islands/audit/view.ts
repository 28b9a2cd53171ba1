/** What the audit log shows, as its address says it (specification, section 2). */
export interface View {
  limit: number;
  entity: string;
  action: string;
  dateFrom: string;
  dateTo: string;
}

export const NO_FILTERS = { entity: "", action: "", dateFrom: "", dateTo: "" };

export function viewOf(search: string): View {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? "";
  return {
    limit: Number(params.get("limit")) || 50,
    entity: text("entity"),
    action: text("action"),
    dateFrom: text("dateFrom"),
    dateTo: text("dateTo"),
  };
}

/** The filters that are set as a query string, without page or limit; "" for none. */
export function filterOf({ limit: _, ...filters }: View): string {
  const set = Object.entries(filters).filter(([, value]) => value);
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}

/** `InvoiceSettings` → Invoice settings */
export const entityName = (entity: string): string =>
  entity.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
