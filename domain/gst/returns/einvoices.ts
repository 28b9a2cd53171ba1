/** A document's e-invoice on its page. */
export interface DocumentEinvoice {
  state: "CANCELLED" | "MISSING_DETAILS" | "NOT_NEEDED" | "REGISTERED" | "TO_DO";
  /** Why no e-invoice is needed, or "". */
  reason: string;
  /** Sentences about what is missing before it can be sent. */
  errors: string[];
  /** Last day to register it, or "". */
  until: string;
  irn: string;
  ackNo: string;
  /** `2026-10-01 18:05:00`, Indian time. */
  ackDate: string;
  /** The signed QR code, a JWT, or "". */
  signedQr: string;
  /** Whether the signature matches a portal key configured on this server. */
  isVerified: boolean;
}

/** Result of importing a response of the portal. */
export interface StoredEinvoices {
  /** Includes registrations that were already stored. */
  stored: number;
  /** Entries for documents that are not in the books. */
  unknown: number;
  refused: { number: string; reason: string }[];
}
