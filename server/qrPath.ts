import encodeQR from "qr";
import type { QrCode } from "../domain/agencies/secondFactors.ts";

/**
 * Returns a QR code of level M with a quiet zone of four modules. Each dark run in a row is one stroke of
 * the path.
 */
export function qrPath(words: string): QrCode {
  const rows = encodeQR(words, "raw", { ecc: "medium", encoding: "byte", border: 4 });
  const path = rows.map((row, y) => {
    let strokes = "";
    for (let from = row.indexOf(true); from !== -1; ) {
      const end = row.indexOf(false, from);
      const to = end === -1 ? row.length : end;
      strokes += `M${from} ${y}h${to - from}v1h${from - to}z`;
      from = row.indexOf(true, to);
    }
    return strokes;
  });
  return { side: rows.length, path: path.join("") };
}
