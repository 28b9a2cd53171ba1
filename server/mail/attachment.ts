import { findLogoAt } from "../../db/agencies/logos.ts";
import { findBytes, readBytes, renewBytes, storeBytes } from "../../db/attachments/bytes.ts";
import { getEstimate } from "../../db/documents/estimates.ts";
import { getPrintedInvoice } from "../../db/documents/invoices.ts";
import { getNote } from "../../db/documents/readNotes.ts";
import { getVoucher } from "../../db/documents/readVouchers.ts";
import { getReceipt } from "../../db/documents/receipts.ts";
import { findCheckpoint } from "../../db/engine/audit.ts";
import { type Books, newest } from "../../db/engine/books.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import type { StoredMail } from "../../db/mail/rows.ts";
import { getStatementOfAccount } from "../../db/reports/registers.ts";
import { today } from "../../domain/dates.ts";
import { documentFileName, invoiceFileName } from "../../domain/documents/invoices.ts";
import { receiptFileName } from "../../domain/documents/receipts.ts";
import { statementOfAccountSheet } from "../../domain/ledger/registerSheets.ts";
import { Refusal } from "../../domain/refusal.ts";
import { getLetterhead } from "../api/letterhead.ts";
import {
  renderEstimate,
  renderInvoice,
  renderNote,
  renderReceipt,
  renderStatement,
  renderVoucher,
} from "../pdf/pdfQueue.ts";
import type { MailAttachment } from "./message.ts";

export interface StoredPdf extends MailAttachment {
  size: number;
  sha256: string;
}

/**
 * Returns the PDF of a mail. It is drawn before the first attempt, stored by its hash, and the same on
 * every attempt; a reminder's is drawn again. @throws Refusal if it cannot be drawn
 */
export async function renderAttachment(books: Books, mail: StoredMail): Promise<StoredPdf> {
  const owner = toTenant(books, mail);
  // A reminder shows the current balance.
  if (mail.paperSha256 && mail.kind !== "reminder") {
    const bytes = await readStoredPdf(owner, mail.paperSha256);
    if (!bytes) throw new Refusal("missing", "The PDF of this e-mail no longer exists");
    return { name: mail.paperName, bytes, size: bytes.length, sha256: mail.paperSha256 };
  }
  const { name, bytes } = await draw(owner, mail);
  const { sha256, size } = await storeBytes(owner, only(bytes));
  return { name, bytes, size, sha256 };
}

/** Reads a stored PDF into memory. */
export async function readStoredPdf(
  owner: Tenant,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stored = (await findBytes(owner, sha256)) ?? (await renewBytes(owner, sha256));
  return stored && new Uint8Array(await Bun.readableStreamToArrayBuffer(toStream(owner, stored)));
}

const toStream = (owner: Tenant, stored: Parameters<typeof readBytes>[1]) =>
  new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const part of readBytes(owner, stored)) controller.enqueue(part);
      controller.close();
    },
  });

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads documents with the rights of the mail's sender. */
const toTenant = (books: Books, { agencyId, createdBy }: StoredMail): Tenant => ({
  books: newest(books),
  agencyId,
  userId: createdBy,
  role: "owner",
});

async function draw(tenant: Tenant, mail: StoredMail): Promise<MailAttachment> {
  const { entity, entityId: id } = mail;
  const findLogo = async ({ supplier }: { supplier: { logoUrl: string } }) =>
    (await findLogoAt(tenant.books, supplier.logoUrl))?.bytes;
  if (entity === "invoice") {
    const invoice = await getPrintedInvoice(tenant, id);
    const bytes = await renderInvoice(invoice, await findLogo(invoice), OF_MANY);
    return { name: invoiceFileName(invoice.invoiceNumber), bytes };
  }
  if (entity === "note") {
    const note = await getNote(tenant, id);
    const bytes = await renderNote(note, await findLogo(note), OF_MANY);
    return { name: documentFileName(note.title, note.number), bytes };
  }
  if (entity === "estimate") {
    const estimate = await getEstimate(tenant, id);
    const bytes = await renderEstimate(estimate, await findLogo(estimate), OF_MANY);
    return { name: documentFileName(estimate.title, estimate.number), bytes };
  }
  if (entity === "voucher") {
    const voucher = await getVoucher(tenant, id);
    const bytes = await renderVoucher(voucher, await findLogo(voucher), OF_MANY);
    return { name: documentFileName(voucher.title, voucher.number), bytes };
  }
  if (entity === "receipt") {
    const receipt = await getReceipt(tenant, id);
    const logo = await findLogoAt(tenant.books, receipt.metadataSnapshot.logoUrl);
    const bytes = await renderReceipt(receipt, logo?.bytes, OF_MANY);
    return { name: receiptFileName(receipt.receiptNumber), bytes };
  }
  return renderStatementOfAccount(tenant, id, mail.about);
}

async function renderStatementOfAccount(
  tenant: Tenant,
  clientId: string,
  { dateFrom = "", dateTo = "" }: Record<string, string>,
): Promise<MailAttachment> {
  const report = await getStatementOfAccount(tenant, { clientId, dateFrom, dateTo });
  const { logo, ...agency } = await getLetterhead(tenant);
  const head = await findCheckpoint(tenant.books.read, tenant);
  const data = { ...agency, sheet: statementOfAccountSheet(report), generatedOn: today(), head };
  return {
    name: `Statement-of-account-${dateFrom}-${dateTo}.pdf`,
    bytes: await renderStatement(data, logo, OF_MANY),
  };
}

/** No one waits for it at a screen. */
const OF_MANY = { isOfMany: true };
