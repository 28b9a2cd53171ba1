import * as v from "valibot";
import { addClient, deleteClient, getClient, listClients } from "../../db/documents/clients.ts";
import {
  type AvailableBalance,
  type Client,
  type ClientList,
  ClientQuery,
  type Dues,
  NewClient,
} from "../../domain/documents/clients.ts";
import { CLIENT_KINDS } from "../../domain/gst/supply.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, deleted, id, rupeeSum, text } from "./shapes.ts";

const fields = {
  _id: id,
  displayName: text,
  billingName: text,
  email: text,
  phone: text,
  billingAddress: text,
  city: text,
  pin: text,
  gstin: text,
  state: text,
  stateCode: text,
  kind: v.picklist(CLIENT_KINDS),
  country: v.pipe(text, v.description("ISO 3166, two letters")),
  tan: text,
  notes: text,
};
const client = createShape<Client>()(v.object(fields));
const clientWithHeld = createShape<Client & AvailableBalance>()(
  v.object({
    ...fields,
    credit: v.pipe(rupeeSum, v.description("Rupees of unused credit notes")),
    advances: v.pipe(rupeeSum, v.description("Rupees of unused advances")),
  }),
);
const clientList = createShape<ClientList>()(
  v.object({
    clients: v.array(
      v.object({ ...fields, balance: v.pipe(rupeeSum, v.description("Rupees the client owes")) }),
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
    call({
      name: "listClients",
      method: "GET",
      path: "/api/clients",
      summary: "List clients, by display name",
      about: "All clients, or those whose name, email, phone or GSTIN contains `q`.",
      who: "members",
      query: { schemas: [ClientQuery], example: "q=saffron" },
      answer: { status: 200, schema: clientList },
      run: async ({ tenant, query }) => ({ clients: await listClients(tenant, query.q) }),
    }),
    call({
      name: "getClient",
      method: "GET",
      path: "/api/clients/:id",
      summary: "Get a client with credit and balance",
      who: "members",
      id: ID.client,
      answer: { status: 200, schema: v.object({ client: clientWithHeld, dues }) },
      run: ({ tenant, id }) => getClient(tenant, id),
    }),
    call({
      name: "addClient",
      method: "POST",
      path: "/api/clients",
      summary: "Create a client",
      who: "members",
      body: {
        schema: NewClient,
        example: {
          displayName: "Saffron Kitchens",
          billingName: "Saffron Kitchens Pvt Ltd",
          email: "accounts@saffron.example",
          gstin: "29AAKCS7719R1Z7",
          billingAddress: "14 Residency Road",
          city: "Bengaluru",
          pin: "560025",
        },
      },
      answer: { status: 201, schema: v.object({ client }) },
      run: async ({ tenant, input }) => ({ client: await addClient(tenant, input) }),
    }),
    call({
      name: "changeClient",
      method: "PUT",
      path: "/api/clients/:id",
      summary: "Update a client",
      about: "Draft invoices change too; sent invoices do not.",
      who: "members",
      id: ID.client,
      body: { schema: NewClient, isChange: true, example: { phone: "+91 80 4112 0000" } },
      answer: { status: 200, schema: v.object({ client }) },
      run: async ({ context, tenant, id, input: changes }) => ({
        client: await context.writers.call("changeClient", tenant, { id, changes }),
      }),
    }),
    call({
      name: "deleteClient",
      method: "DELETE",
      path: "/api/clients/:id",
      summary: "Delete a client without invoices",
      who: "members",
      id: ID.client,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteClient(tenant, id);
        return { message: "Client deleted successfully" };
      },
    }),
  ],
};
