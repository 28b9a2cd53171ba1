/** What the agency says of itself, on its header and its papers. */
export interface Metadata {
  agencyName: string;
  location: string;
  contactNumber: string;
  gstNumber: string;
  /** Relative to the server; "" where there is none. */
  logoUrl: string;
}
