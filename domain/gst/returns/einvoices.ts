/** The e-invoice of a document, as its page shows it. */
export interface DocumentEinvoice {
  state: "CANCELLED" | "MISSING_DETAILS" | "NOT_NEEDED" | "REGISTERED" | "TO_DO";
  /** Why none is needed; "" where one is. */
  reason: string;
  /** What is missing before it can be sent, each a sentence. */
  errors: string[];
  /** The last day to register it; "" for none. */
  until: string;
  irn: string;
  ackNo: string;
  /** `2026-10-01 18:05:00`, in India. */
  ackDate: string;
  /** The signed QR code, a JWT; "" for none. */
  signedQr: string;
  /** Its signature is the portal's, by the keys that this server was given. */
  isVerified: boolean;
}

/** What became of an answer of the portal. */
export interface StoredEinvoices {
  /** Those known already among them. */
  stored: number;
  /** Entries of documents that the books do not have. */
  unknown: number;
  refused: { number: string; reason: string }[];
}
