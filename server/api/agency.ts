import * as v from "valibot";
import { getMetadata } from "../../db/agencies/agency.ts";
import { closeAgency, restoreAgency } from "../../db/agencies/closedAgencies.ts";
import { changeFeatures, getFeatures } from "../../db/agencies/features.ts";
import type { Picture } from "../../db/agencies/logos.ts";
import {
  FILINGS,
  LOGO_BYTES_MAX,
  type Metadata,
  MetadataChange,
} from "../../domain/agencies/agency.ts";
import { AgencyClosing } from "../../domain/agencies/closedAgency.ts";
import { CONSTITUTIONS } from "../../domain/agencies/constitution.ts";
import { FEATURES, FeatureChange, type Features, TABS } from "../../domain/agencies/features.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { readFile } from "../http/fileReads.ts";
import { isForm, readForm } from "../http/form.ts";
import { closedAgency } from "./auth.ts";
import { call, type Group } from "./call.ts";
import { createShape, day, isTrue, rupees, text } from "./shapes.ts";

const logoUrl = v.pipe(text, v.description('Relative to the server; "" for none'));
const metadata = createShape<Metadata>()(
  v.object({
    agencyName: text,
    location: text,
    contactNumber: text,
    gstNumber: text,
    legalName: v.pipe(text, v.description('As registered; "" if it is the agency\'s name')),
    city: text,
    pin: text,
    lut: v.array(v.object({ number: text, from: day, to: day })),
    aato: v.pipe(
      v.record(text, rupees),
      v.description("Turnover of all its GSTINs by financial year, such as 2025-26"),
    ),
    filing: v.picklist(FILINGS),
    isComposition: isTrue,
    constitution: v.pipe(
      v.picklist(CONSTITUTIONS),
      v.description("The legal form. The PAN in the GSTIN implies it until it is set."),
    ),
    requireSecondFactor: v.pipe(
      isTrue,
      v.description("Whether members without a second factor can only set one up"),
    ),
    accountantMayClose: v.pipe(isTrue, v.description("Whether accountants may close months")),
    logoUrl,
  }),
);
const isShown = v.nullable(isTrue);
const features = createShape<Features>()(
  v.pipe(
    v.object(
      Object.fromEntries([...FEATURES, ...TABS].map((name) => [name, isShown])) as Record<
        keyof Features,
        typeof isShown
      >,
    ),
    v.description("Whether each part is in the sidebar. Null if it was never used or switched."),
  ),
);

export const agency: Group = {
  title: "Agency",
  about:
    "The agency's details, as shown in the header and on documents. A logo must be a PNG, JPEG or " +
    "GIF of at most 5 MB and 4096 pixels a side. The server redraws it and stores it at an " +
    "address that cannot be guessed.",
  schemas: {
    Metadata: metadata,
    MetadataChange,
    Features: features,
    FeatureChange,
    AgencyClosing,
    ClosedAgency: closedAgency,
  },
  calls: [
    call({
      name: "getMetadata",
      method: "GET",
      path: "/api/metadata",
      summary: "Get the agency's details",
      who: "members",
      answer: { status: 200, schema: v.object({ metadata, features }) },
      run: async ({ tenant }) => ({
        metadata: await getMetadata(tenant),
        features: await getFeatures(tenant),
      }),
    }),
    call({
      name: "changeMetadata",
      method: "PUT",
      path: "/api/metadata",
      summary: "Update the agency's details",
      about:
        "Send JSON, or a multipart form with the logo; in a form, `lut` and `aato` are JSON " +
        "texts. Returns 409 if you set `requireSecondFactor` without having a second factor " +
        "yourself.",
      who: "manage metadata",
      body: {
        schema: MetadataChange,
        isChange: true,
        example: {
          location: "Pune, Maharashtra",
          contactNumber: "+91 98200 12345",
          gstNumber: "27AAPFU0939F1ZV",
        },
      },
      logo: true,
      answer: { status: 200, schema: v.object({ metadata, features }) },
      also: [409],
      run: async ({ context, tenant, caller, input, request }) => {
        const change = isForm(request)
          ? await readFormChanges(context, caller)
          : { changes: input };
        const metadata = await context.writers.call("changeMetadata", tenant, change);
        return { metadata, features: await getFeatures(tenant) };
      },
    }),
    call({
      name: "closeAgency",
      method: "DELETE",
      path: "/api/agency",
      summary: "Close the agency",
      about:
        "Send the agency's slug to confirm. All calls then return 403 with code `agency_closed`, share " +
        "links show that the agency is closed, and nothing is created or sent. Owners can restore " +
        "it within 30 days.",
      who: "close the agency",
      body: { schema: AgencyClosing, example: { agencySlug: "indigo-studio" } },
      answer: { status: 200, schema: v.object({ closed: closedAgency }) },
      run: async ({ tenant, input }) => ({ closed: await closeAgency(tenant, input) }),
    }),
    call({
      name: "restoreAgency",
      method: "POST",
      path: "/api/agency/restore",
      summary: "Restore the closed agency",
      about: "Everything is as before. Series and reversals that are overdue follow.",
      who: "close the agency",
      answer: { status: 200, schema: v.object({ message: text }) },
      also: [409],
      run: async ({ tenant }) => {
        await restoreAgency(tenant);
        return { message: "Agency restored" };
      },
    }),
    call({
      name: "changeFeatures",
      method: "PUT",
      path: "/api/features",
      summary: "Switch features on or off",
      about:
        "A feature adds its entries to the sidebar. Switching it off deletes nothing, and its pages " +
        "and calls still work. `tabs` shows all tabs of invoices at once.",
      who: "manage metadata",
      body: { schema: FeatureChange, example: { banking: true } },
      answer: { status: 200, schema: v.object({ features }) },
      run: async ({ tenant, input }) => ({ features: await changeFeatures(tenant, input) }),
    }),
    call({
      name: "changeLogo",
      method: "POST",
      path: "/api/users/logo",
      summary: "Update the logo",
      who: "manage metadata",
      logo: true,
      answer: { status: 200, schema: v.object({ logoUrl }) },
      run: async ({ context, tenant, caller, request }) => {
        const { file } = await readForm(request, "logo");
        if (!file) throw invalid("logo", "Logo is required");
        const change = { changes: {}, logo: await toLogo(context, caller, file) };
        const { logoUrl } = await context.writers.call("changeMetadata", tenant, change);
        return { logoUrl };
      },
    }),
  ],
};

async function readFormChanges(context: AppContext, caller: Caller) {
  const { texts, file } = await readForm(caller.request, "logo");
  return { changes: texts, ...(file && { logo: await toLogo(context, caller, file) }) };
}

async function toLogo(context: AppContext, caller: Caller, file: Blob): Promise<Picture> {
  if (file.size > LOGO_BYTES_MAX) throw invalid("logo", "Logo must be at most 5 MB");
  return readFile(context, caller, "logo", { bytes: new Uint8Array(await file.arrayBuffer()) });
}
