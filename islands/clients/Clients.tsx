import type { Client, ClientList } from "../../domain/documents/clients.ts";
import { ClientPanel } from "./ClientPanel.tsx";
import { Parties } from "./Parties.tsx";
import type { PartyWords } from "./PartyCards.tsx";

const WORDS: PartyWords = {
  noun: "client",
  title: "Client",
  icon: "contact",
  first: "Add your first client to send an invoice",
  more: { label: "New invoice", icon: "file-text", address: "/invoices/new?client=" },
};

export default function Clients() {
  return (
    <Parties<Client, ClientList["clients"][number]>
      words={WORDS}
      placeholder="Search name, email, phone or GSTIN"
      due={({ balance }) => balance}
      loadForm={() => import("./ClientForm.tsx").then(({ ClientForm }) => ClientForm)}
      Panel={ClientPanel}
    />
  );
}
