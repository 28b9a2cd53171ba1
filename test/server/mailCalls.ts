import type { Answer, Caller, World } from "../world.ts";
import { startMailServer } from "./mailServer.ts";

export function mailCalls(
  world: World,
  owner: Caller,
  ids: Record<string, string>,
): Record<string, () => Promise<Answer>> {
  const to = { to: "finance@meridian.example" };
  const days = { clientId: ids.clients, dateFrom: "2026-04-01", dateTo: "2026-04-30" };
  const folders = ["invoices", "notes", "estimates", "vouchers", "receipts"];
  return {
    ...Object.fromEntries(
      folders.map((folder) => [
        `POST /api/${folder}/:id/email`,
        () => owner.post(`/api/${folder}/${ids[folder]}/email`, to),
      ]),
    ),
    "POST /api/reports/statement-of-account/email": () =>
      owner.post("/api/reports/statement-of-account/email", { ...days, ...to }),
    "POST /api/close/:id/email": () => owner.post("/api/close/2026-04/email", to),
    "PUT /api/reminder-rules": () =>
      owner.put("/api/reminder-rules", { rules: [{ days: 30, isOn: true }] }),
    "PUT /api/reminders/invoices/:id": () =>
      owner.put(`/api/reminders/invoices/${ids.invoices}`, { remind: false }),
    "PUT /api/reminders/clients/:id": () =>
      owner.put(`/api/reminders/clients/${ids.clients}`, { remind: false }),
    "POST /api/outbox/:id/cancel": () => owner.post(`/api/outbox/${ids.outbox}/cancel`, {}),
    "POST /api/outbox/:id/retry": () => owner.post(`/api/outbox/${ids.outbox}/retry`, {}),
    "PUT /api/mail-settings": () =>
      owner.put("/api/mail-settings", { replyTo: "accounts@kaveri.example" }),
    "POST /api/mail-settings/test": async () => {
      const host = await startMailServer();
      const { settings } = world.context;
      const { mail } = settings;
      settings.mail = { ...mail, url: host.url };
      const answer = await owner.post("/api/mail-settings/test", {});
      settings.mail = mail;
      await host.end();
      return answer;
    },
  };
}
