import { writeTransaction } from "../../db/engine/transaction.ts";
import { clients, documentLines, documents, settlements } from "../../db/schema/documents.ts";
import { einvoices } from "../../db/schema/returns.ts";
import { FAMILY_OF } from "../../domain/documents/kinds.ts";
import { lineFigures } from "../../domain/gst/figures.ts";
import type { PeriodBooks, ReturnDocument } from "../../domain/gst/returns/books.ts";
import { findState } from "../../domain/gst/states.ts";
import { toRupees } from "../../domain/money.ts";
import { givenBooks, idOf, octoberBooks } from "../returnsBooks.ts";
import type { World } from "../world.ts";

// The books of test/data/gst-returns as rows of an agency, each with its own number and state.

interface Into {
  agencyId: number;
  userId: string;
}

/** `isRegistered`: with the IRNs that its documents have had from the portal. */
export async function moveOctoberIn(
  world: World,
  slug: "kaveri" | "narmada",
  isRegistered: boolean,
): Promise<void> {
  const { agency } = await givenBooks();
  const { owner } = world[slug];
  const { status, body } = await owner.put("/api/metadata", {
    agencyName: agency.tradeName,
    legalName: agency.legalName,
    gstNumber: agency.gstin,
    location: agency.address,
    ...{ city: agency.city, pin: agency.pin, lut: [agency.lut] },
    aato: { "2025-26": Number(agency.aatoPreviousYear) },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const [row] = await world.books.read.all<Into>(
    `SELECT a.id AS "agencyId", u.id AS "userId" FROM agencies a JOIN users u ON u.agency_id = a.id
      WHERE a.slug = '${slug}' AND u.role = 'owner'`,
  );
  const into = row as Into;
  const given = await octoberBooks();
  await writeTransaction(world.books, async (tx) => {
    await tx.insert(clients).values(await clientRows(into));
    const all = [...given.documents, ...given.vouchers.map(asDocument)];
    const supplier = await supplierOf(owner);
    for (const document of all) {
      await tx.insert(documents).values(documentRow(into, document, supplier) as never);
      await tx.insert(documentLines).values(lineRows(into, document));
      if (!isRegistered || !document.irn) continue;
      const none = { ackNo: "1", ackDate: "", signedQr: "", signedInvoice: "" };
      await tx.insert(einvoices).values({
        ...{ agencyId: into.agencyId, id: document.id, irn: document.irn, status: "ACT" },
        ...{ ...none, createdAt: AT },
      });
    }
    for (const refund of await refundRows(given)) {
      await tx.insert(documents).values(documentRow(into, refund, supplier) as never);
      await tx.insert(documentLines).values(lineRows(into, refund));
    }
    await tx.insert(settlements).values(await settlementRows(into));
  });
}

/** As invoices show the agency. */
async function supplierOf(owner: World["kaveri"]["owner"]) {
  const { gstNumber: gstin, ...metadata } = (await owner.get("/api/metadata")).body.metadata;
  const [accountName, bankName, accountNo, ifsc, upi, branch] = ["", "", "", "", "", ""];
  return {
    gstin,
    ...metadata,
    bankDetails: { accountName, bankName, accountNo, ifsc, upi, branch },
  };
}

const AT = "2026-11-01T05:00:00.000Z";

async function clientRows({ agencyId }: Into) {
  const { clients: given } = await givenBooks();
  return given.map(({ id, name = "", kind, gstin = "", stateCode = "", country, ...rest }) => ({
    ...{ agencyId, id, kind, gstin, stateCode, country },
    ...{ displayName: name, billingName: name, nameKey: name.toLowerCase() },
    ...{ billingAddress: rest.address ?? "", city: rest.city ?? "", pin: rest.pin ?? "" },
    ...{ email: "", phone: "", notes: "", searched: name.toLowerCase() },
    state: findState(stateCode)?.name ?? "",
  }));
}

type Row = Omit<ReturnDocument, "kind"> & { kind: keyof typeof FAMILY_OF; taxPct?: number };

const asDocument = (voucher: PeriodBooks["vouchers"][number]): Row => ({
  ...voucher,
  ...{ kind: "RECEIPT_VOUCHER", state: "ISSUED", reverseCharge: false, total: voucher.amount },
  ...{ roundOff: 0 as never, original: null, foreignCurrency: "", exchangeRate: 0 },
  ...{ irn: "", iff: "" },
  buyer: { id: voucher.client } as ReturnDocument["buyer"],
  lines: [
    {
      ...{ description: "Advance", hsnSac: "", unit: "", qty: 100 as never, rate: voucher.amount },
      ...{ discountPct: 0 as never, taxPct: voucher.taxPct, treatment: "" },
      ...{ taxable: voucher.amount, cgst: 0 as never, sgst: 0 as never, igst: 0 as never },
    },
  ],
});

async function refundRows({ vouchers }: PeriodBooks): Promise<Row[]> {
  const given = (await givenBooks()).vouchers.filter(({ kind }) => kind === "REFUND_VOUCHER");
  return given.map(({ number = "", date = "", against, amount = "" }) => {
    const of = vouchers.find((one) => one.number === against) as PeriodBooks["vouchers"][number];
    const paise = Math.round(Number(amount) * 100) as typeof of.amount;
    return {
      ...asDocument({ ...of, id: idOf(number), number, date, amount: paise }),
      kind: "REFUND_VOUCHER",
    };
  });
}

function documentRow({ agencyId, userId }: Into, document: Row, supplier: object) {
  const { id, kind, number, date, state, buyer, supply, lines, roundOff, total } = document;
  const { original, reverseCharge } = document;
  const sum = (of: (line: Row["lines"][number]) => number) =>
    lines.reduce((all, line) => all + of(line), 0);
  const gross = sum((line) => lineFigures(line, document.mode).gross);
  const taxable = sum((line) => line.taxable);
  const charged = (of: (line: Row["lines"][number]) => number) => (reverseCharge ? 0 : sum(of));
  const { id: clientId, ...recipient } = buyer;
  return {
    ...{ agencyId, id, kind, family: FAMILY_OF[kind], number, date, dueDate: "", clientId },
    ...{ placeOfSupply: document.pos, supplyText: document.pos, supplyCode: document.pos },
    ...{ gstMode: document.mode, supply, reverseCharge, isUntaxed: document.isUntaxed },
    ...{ subTotalPaise: gross, discountPaise: gross - taxable, taxablePaise: taxable },
    cgstPaise: charged(({ cgst }) => cgst),
    sgstPaise: charged(({ sgst }) => sgst),
    igstPaise: charged(({ igst }) => igst),
    ...{ roundOffPaise: roundOff, grandTotalPaise: total },
    sentAt: state === "DRAFT" ? null : AT,
    cancelledAt: state === "CANCELLED" ? AT : null,
    issued: state === "DRAFT" ? null : { supplier, recipient: { state: "", ...recipient } },
    original: original && { ...original, total: toRupees(original.total) },
    ...{ notes: "", terms: "", createdBy: userId, createdAt: AT },
  };
}

const lineRows = ({ agencyId }: Into, { id, lines }: Row) =>
  lines.map((line, n) => ({
    ...{ agencyId, documentId: id, line: n, description: line.description },
    ...{ hsnSac: line.hsnSac, unit: line.unit, qty: line.qty, ratePaise: line.rate },
    ...{ discountPct: line.discountPct, taxPct: line.taxPct, treatment: line.treatment },
    ...{ taxablePaise: line.taxable, cgstPaise: line.cgst, sgstPaise: line.sgst },
    igstPaise: line.igst,
  }));

async function settlementRows({ agencyId, userId }: Into) {
  const given = await givenBooks();
  const paise = (text: string) => Math.round(Number(text) * 100) as never;
  const common = { agencyId, mode: "Other" as const, reference: "", notes: "", createdBy: userId };
  const row = { ...common, createdAt: AT, tdsPaise: 0 as never };
  const used = given.documents.flatMap(({ number, date, adjusts = [] }) =>
    adjusts.map(({ voucher, amount }) => ({
      ...{ ...row, id: `use-${idOf(number)}`, kind: "ADVANCE" as const, date },
      ...{ documentId: idOf(number), sourceId: idOf(voucher), amountPaise: paise(amount) },
    })),
  );
  const refunded = given.vouchers.flatMap(({ number = "", date = "", against, amount = "" }) =>
    against
      ? {
          ...{ ...row, id: `refund-${idOf(number)}`, kind: "REFUND" as const, date },
          ...{ documentId: idOf(against), sourceId: idOf(number), amountPaise: paise(amount) },
        }
      : [],
  );
  return [...used, ...refunded];
}
