export interface PortalRow {
  gstin: string;
  number: string;
  date: string;
  taxable: number;
  taxPct: number;
  pos: string;
  isNote: boolean;
  isOwnTax: boolean;
  available: "N" | "Y";
  /** The difference of each tax from the bill. */
  off: number;
}

const portalDate = (date: string) => date.split("-").reverse().join("-");

export function buildDocdata(rows: PortalRow[]) {
  const document = (row: PortalRow) => {
    const isIntra = row.pos === row.gstin.slice(0, 2);
    const tax = Math.round(row.taxable * row.taxPct * (isIntra ? 0.5 : 1)) / 100;
    const head = Math.round((tax - row.off) * 100) / 100;
    const [igst, half] = isIntra ? [0, head] : [head, 0];
    return {
      dt: portalDate(row.date),
      pos: row.pos,
      rev: row.isOwnTax ? "Y" : "N",
      itcavl: row.available,
      rsn: row.available === "N" ? "P" : "",
      txval: row.taxable,
      igst,
      cgst: half,
      sgst: half,
      cess: 0,
    };
  };
  return {
    b2b: rows
      .filter(({ isNote }) => !isNote)
      .map((row) => ({ ctin: row.gstin, inv: [{ inum: row.number, ...document(row) }] })),
    cdnr: rows
      .filter(({ isNote }) => isNote)
      .map((row) => ({ ctin: row.gstin, nt: [{ ntnum: row.number, typ: "C", ...document(row) }] })),
  };
}
