import { made, type World } from "../world.ts";

/** 50,000.00 and 18 %: 59,000.00. */
export const LOGO = { description: "Logo", hsnSac: "998391", qty: 2, rate: 25_000 };

/** Columns that copies of an invoice share: all but id, number, date and time of sending. */
export const INVOICE_COLUMNS = `agency_id, kind, family, client_id, due_date, place_of_supply, supply_text,
  supply_code, gst_mode, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise,
  round_off_paise, grand_total_paise, notes, terms, created_by, created_at`;
export const LINE_COLUMNS = `agency_id, line, description, hsn_sac, qty, rate_paise, discount_pct, tax_pct,
  taxable_paise, cgst_paise, sgst_paise, igst_paise`;

/** Kaveri in Maharashtra with a client there and one in Karnataka, and what staff do with invoices. */
export async function startBilling({ kaveri: { owner, staff, account } }: World) {
  const gstNumber = "27AAACB1234C1ZF";
  await owner.put("/api/metadata", { gstNumber, location: "Pune", contactNumber: "020 1234" });
  const client = async (fields: object): Promise<string> =>
    made(await owner.post("/api/clients", fields)).client._id;
  const near = await client({
    displayName: "Near",
    state: "Maharashtra",
    email: "near@near.test",
  });
  const far = await client({ displayName: "Far", billingName: "Far Ltd", state: "Karnataka" });
  const invoice = (fields: object = {}) => ({
    clientId: near,
    date: "2026-10-05",
    items: [LOGO],
    ...fields,
  });
  return {
    near,
    far,
    client,
    invoice,
    add: async (fields: object = {}) => made(await staff.post("/api/invoices", invoice(fields))),
    act: (id: string, permission: "cancel" | "send") =>
      staff.post(`/api/invoices/${id}/${permission}`, {}),
    detail: async (id: string) => (await staff.get(`/api/invoices/${id}`)).body,
    pay: async (id: string, amount: number) => {
      const payment = { date: "2026-10-20", amount, mode: "Bank Transfer" };
      const path = `/api/invoices/${id}/payments`;
      return made(await staff.post(path, { ...payment, accountId: account._id }));
    },
  };
}

export type Billing = Awaited<ReturnType<typeof startBilling>>;
