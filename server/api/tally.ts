import * as v from "valibot";
import { getMetadata } from "../../db/agencies/agency.ts";
import { recordView } from "../../db/engine/views.ts";
import { changeTallyNames, listTallyNames } from "../../db/tally/names.ts";
import { exportTally, type Survey, storeExported } from "../../db/tally/tally.ts";
import { Refusal } from "../../domain/refusal.ts";
import { envelope, isPlain, masterXml, UTF16_HEAD } from "../../domain/tally/envelope.ts";
import { TallyNames } from "../../domain/tally/ledgers.ts";
import { LIST_MAX_MB } from "../../domain/tally/list.ts";
import { tallyReadme, toArchiveTime, yearOfMonth } from "../../domain/tally/readme.ts";
import {
  type TallyFileQuery as Asked,
  TallyFileQuery,
  TallyListQuery,
  type TallyPreview,
  TallyQuery,
} from "../../domain/tally/tally.ts";
import { VOUCHER_TYPES } from "../../domain/tally/vouchers.ts";
import { readWholeFile } from "../http/body.ts";
import { download } from "../http/download.ts";
import { readFile } from "../http/fileReads.ts";
import { readInWorker } from "../http/workerReads.ts";
import { type Entry, type LongEntry, toZip } from "../http/zip.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

const ledger = createShape<TallyPreview["ledgers"][number]>()(
  v.object({
    key: text,
    ours: v.pipe(text, v.description("Name in bahi")),
    what: v.picklist(["Account", "Client", "Ledger", "Registration", "Sales", "Vendor"]),
    name: v.pipe(text, v.description("Name in Tally")),
    group: text,
    isMapped: v.pipe(isTrue, v.description("Whether the name was set by a person")),
    mayMake: v.pipe(isTrue, v.description("False for tax ledgers, which `masters` leaves out")),
  }),
);
const preview = createShape<TallyPreview>()(
  v.object({
    month: text,
    file: v.pipe(count, v.description("Number of different files exported for this month so far")),
    vouchers: count,
    types: v.array(v.object({ type: v.picklist(VOUCHER_TYPES), count, amount: rupeeSum })),
    new: v.pipe(count, v.description("Vouchers not in any earlier file")),
    changed: v.pipe(count, v.description("Vouchers that differ from an earlier file")),
    gone: v.array(
      v.object({
        id: text,
        date: day,
        type: v.picklist(VOUCHER_TYPES),
        label: text,
        amount: rupees,
        movedTo: v.pipe(text, v.description("Current date, in another month")),
      }),
    ),
    cancelled: v.pipe(
      v.array(text),
      v.description("Numbers of cancelled documents, which are not exported"),
    ),
    ledgers: v.array(ledger),
  }),
);
const names = v.object({ names: v.array(v.object({ key: text, name: text, group: text })) });
const offers = v.object({
  ledgers: v.array(v.object({ name: text, group: text })),
  offers: v.array(v.object({ key: text, name: text, group: text, isSame: isTrue })),
});
const ZIP = "application/zip";
const WHO = "view statements";

export const tally: Group = {
  title: "Tally",
  about:
    "A month as vouchers for import into Tally. Each has a stable id, so importing the same month " +
    "again creates no duplicates. The accountant's ledgers keep their names: bahi's ledgers are " +
    "mapped to them.",
  schemas: { TallyPreview: preview, TallyNames },
  calls: [
    call({
      name: "getTally",
      method: "GET",
      path: "/api/exports/tally",
      summary: "Preview a month's vouchers for Tally",
      about: "Includes every ledger they use, and how they differ from the last file.",
      who: WHO,
      query: { schemas: [TallyQuery], example: "month=2026-04" },
      answer: { status: 200, schema: preview },
      run: ({ context, caller, query }) => readInWorker(context, caller, "getTally", query.month),
    }),
    call({
      name: "exportTally",
      method: "GET",
      path: "/api/exports/tally.zip",
      summary: "Download a month for Tally",
      about:
        "A zip with `2-vouchers.xml`, a README with the counts to expect and what to delete by " +
        "hand, and `1-masters.xml` if `masters` names ledgers to create: `new` for all unmapped " +
        "ledgers, or their keys separated by commas. `only=changed` leaves out vouchers that have " +
        "not changed since an earlier file.",
      who: WHO,
      query: { schemas: [TallyFileQuery], example: "month=2026-04&masters=new" },
      answer: { status: 200, file: ZIP },
      run: ({ context, tenant, caller, query }) =>
        context.exportLimit.admit(caller, async (turn) => {
          const { month, only } = query;
          const { survey, slices } = await exportTally(tenant, month, only === "changed");
          try {
            const masters = chosen(survey, query.masters);
            const { agencyName } = await getMetadata(tenant);
            const file = { name: `tally-${month}.zip`, type: ZIP };
            await recordView(tenant, "Ledger", { export: file.name, filter: query });
            const readme = tallyReadme(agencyName, {
              preview: survey.preview,
              masters: masters.length,
              isOnlyChanged: only === "changed",
            });
            const parts = toZip(buildFiles(query, survey, masters, slices, readme));
            const answer = await download(context, turn, file, parts, slices);
            await storeExported(tenant, survey);
            return answer;
          } finally {
            await slices.return(undefined);
          }
        }),
    }),
    call({
      name: "listTallyNames",
      method: "GET",
      path: "/api/exports/tally/names",
      summary: "List names in Tally",
      who: WHO,
      answer: { status: 200, schema: names },
      run: ({ tenant }) => listTallyNames(tenant),
    }),
    call({
      name: "changeTallyNames",
      method: "PUT",
      path: "/api/exports/tally/names",
      summary: "Set names in Tally",
      about:
        "Keys are those in `ledgers` of a month; other names stay as they are. A key without a " +
        "name and group gets the default names again.",
      who: "set Tally names",
      body: {
        schema: TallyNames,
        example: { names: [{ key: ID.bank, name: "HDFC Bank A/c 4521", group: "Bank Accounts" }] },
      },
      answer: { status: 200, schema: names },
      run: ({ tenant, input }) => changeTallyNames(tenant, input),
    }),
    call({
      name: "readTallyLedgers",
      method: "POST",
      path: "/api/exports/tally/names/try",
      summary: "Suggest names from Tally's List of Accounts",
      about:
        "The file as exported from Tally, XML of at most 20 MB. Nothing is stored: names similar " +
        "to unmapped ledgers of the month are returned as suggestions.",
      who: WHO,
      isRead: true,
      query: { schemas: [TallyListQuery], example: "month=2026-04" },
      body: {
        csv:
          '<ENVELOPE><LEDGER NAME="HDFC Current A/c"><PARENT>Bank Accounts</PARENT></LEDGER>' +
          '<LEDGER NAME="Konkan Foods Pvt Ltd"><PARENT>Sundry Debtors</PARENT></LEDGER></ENVELOPE>',
        type: "application/octet-stream",
      },
      answer: { status: 200, schema: offers },
      run: async ({ context, caller, query: { month }, request }) => {
        const bytes = await readWholeFile(request, LIST_MAX_MB);
        const ledgers = await readFile(context, caller, "tallyLedgers", { bytes });
        return readInWorker(context, caller, "readTallyLedgers", { month, ledgers });
      },
    }),
  ],
};

/** Returns the ledgers to create. @throws Refusal "invalid" for a key that the month does not contain */
function chosen({ known }: Survey, masters: Asked["masters"]) {
  if (masters === "") return [];
  const usable = known.filter(({ mayMake }) => mayMake);
  if (masters === "new") return usable.filter(({ isMapped }) => !isMapped);
  return masters.split(",").map((key) => {
    const one = usable.find((known) => known.key === key);
    if (!one) throw new Refusal("invalid", `Masters: the month has no ledger with the key ${key}`);
    return one;
  });
}

async function* buildFiles(
  { month }: Asked,
  { isPlain: isPlainVouchers }: Survey,
  masters: Survey["known"],
  slices: AsyncGenerator<string>,
  readme: string,
): AsyncGenerator<Entry | LongEntry> {
  const at = { madeOn: toArchiveTime(month) };
  if (masters.length > 0) {
    const [head, foot] = envelope("All Masters");
    const all = masters.map((one) => masterXml(one, yearOfMonth(month)));
    const encode = createEncoder(isPlain(all));
    yield { ...at, name: "1-masters.xml", bytes: encode([head, ...all, foot].join("")) };
  }
  const encode = createEncoder(isPlainVouchers);
  async function* vouchers() {
    const [head, foot] = envelope("Vouchers");
    yield encode(head);
    for await (const slice of slices) yield encode(slice, false);
    yield encode(foot, false);
  }
  yield { ...at, name: "2-vouchers.xml", parts: vouchers() };
  yield { ...at, name: "README.txt", bytes: Buffer.from(`\ufeff${readme}`) };
}

/** Encodes pure ASCII as it is, and anything else as UTF-16 with a byte order mark. */
const createEncoder =
  (isPlain: boolean) =>
  (text: string, isFirst = true): Uint8Array<ArrayBuffer> =>
    isPlain ? Buffer.from(text) : Buffer.from(`${isFirst ? UTF16_HEAD : ""}${text}`, "utf16le");
