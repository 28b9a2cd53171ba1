import { today } from "../../domain/dates.ts";
import type { Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { gstr3bFile, gstr3bFileName } from "../../domain/gst/returns/gstr3b.ts";
import { portalFile, portalFileName } from "../../domain/gst/returns/portalFile.ts";
import type { InwardTables } from "../../domain/purchases/table4.ts";

export interface GstFile {
  name: string;
  text: string;
}

export const gstr1File = (gstr1: Gstr1): GstFile => ({
  name: portalFileName(gstr1.books.filer.gstin, today()),
  text: JSON.stringify(portalFile(gstr1)),
});

export const buildGstr3bFile = (gstr1: Gstr1, inward: InwardTables): GstFile => ({
  name: gstr3bFileName(gstr1.books),
  text: JSON.stringify(gstr3bFile(gstr1, inward)),
});
