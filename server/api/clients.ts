import * as v from "valibot";
import { clientStore, getClient, listClients } from "../../db/documents/clients.ts";
import {
  type AvailableBalance,
  type Client,
  type ClientList,
  ClientQuery,
  clientFields,
  type Dues,
  NewClient,
} from "../../domain/documents/clients.ts";
import type { Group } from "./call.ts";
import { ID } from "./ids.ts";
import { type GetArgs, type ListArgs, recordCalls, toResponse } from "./records.ts";
import { count, createShape, rupeeSum, text } from "./shapes.ts";

const fields = {
  ...toResponse(clientFields),
  country: v.pipe(text, v.description("ISO 3166, two letters")),
};
const client = createShape<Client>()(v.object(fields));
const clientWithHeld = createShape<Client & AvailableBalance>()(
  v.object({
    ...fields,
    credit: v.pipe(rupeeSum, v.description("Unused credit notes, in rupees")),
    advances: v.pipe(rupeeSum, v.description("Unused advances, in rupees")),
  }),
);
const clientList = createShape<ClientList>()(
  v.object({
    clients: v.array(
      v.object({
        ...fields,
        balance: v.pipe(rupeeSum, v.description("Amount the client owes, in rupees")),
      }),
    ),
  }),
);
const dues = createShape<Dues>()(
  v.object({ invoices: count, billed: rupeeSum, balance: rupeeSum, overdue: rupeeSum }),
);

export const clients: Group = {
  title: "Clients",
  about:
    "The people and companies you bill. If empty, the state and state code are taken from the " +
    "GSTIN. An unusual GSTIN is accepted so that a screen can warn about it. If you omit `kind`, " +
    "it is also taken from the GSTIN; if you change only the GSTIN, the state changes with it.",
  schemas: { Client: client, ClientList: clientList, Dues: dues, NewClient },
  calls: [
    ...recordCalls({
      noun: "client",
      id: ID.client,
      schema: NewClient,
      record: client,
      store: clientStore,
      example: {
        displayName: "Saffron Kitchens",
        billingName: "Saffron Kitchens Pvt Ltd",
        email: "accounts@saffron.example",
        gstin: "29AAKCS7719R1Z7",
        billingAddress: "14 Residency Road",
        city: "Bengaluru",
        pin: "560025",
      },
      changeExample: { phone: "+91 80 4112 0000" },
      list: {
        summary: "List clients, by display name",
        about: "All clients, or those whose name, email, phone or GSTIN contains `q`.",
        query: { schemas: [ClientQuery], example: "q=saffron" },
        answer: { status: 200, schema: clientList },
        run: async ({ tenant, query }: ListArgs<ClientQuery>) => ({
          clients: await listClients(tenant, query.q),
        }),
      },
      get: {
        summary: "Get a client with credit and balance",
        answer: { status: 200, schema: v.object({ client: clientWithHeld, dues }) },
        run: ({ tenant, id }: GetArgs) => getClient(tenant, id),
      },
      change: { about: "Draft invoices change too; sent invoices do not." },
      remove: { summary: "Delete a client without invoices", also: [409] },
      // It also updates drafts, possibly many.
      changeInWriter: (writers, tenant, id, changes) =>
        writers.call("changeClient", tenant, { id, changes }),
    }),
  ],
};
