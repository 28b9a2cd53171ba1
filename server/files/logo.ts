import type { Picture } from "../../db/agencies/logos.ts";
import { LOGO_SIDE_MAX } from "../../domain/agencies/agency.ts";
import { invalid } from "../../domain/refusal.ts";

/** The longer side, in pixels. */
const SIDE = 600;

/**
 * Redraws the picture in a file, so that only its pixels are kept.
 * @throws Refusal "invalid" unless it is a complete PNG, JPEG or GIF within the limits
 */
export async function redrawLogo(bytes: Uint8Array): Promise<Picture> {
  const image = new Bun.Image(bytes, { maxPixels: LOGO_SIDE_MAX ** 2 });
  // Reads only the header, so a decompression bomb is rejected before it is unpacked.
  const { width, height, format } = await image.metadata().catch((error) => {
    throw wrong(error.code === "ERR_IMAGE_TOO_MANY_PIXELS" ? TOO_LARGE : UNKNOWN);
  });
  if (!TAKEN.includes(format)) throw wrong(UNKNOWN);
  if (Math.max(width, height) > LOGO_SIDE_MAX) throw wrong(TOO_LARGE);
  if (format === "jpeg" && !isWholeJpeg(bytes)) throw wrong(BROKEN);

  const small = image.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true });
  const drawn = format === "jpeg" ? small.jpeg({ quality: 90 }) : small.png();
  const type = format === "jpeg" ? "image/jpeg" : "image/png";
  return {
    type,
    bytes: await drawn.bytes().catch(() => {
      throw wrong(BROKEN);
    }),
  };
}

const TAKEN = ["png", "jpeg", "gif"];
const UNKNOWN = "Logo must be a PNG, JPEG or GIF image";
const TOO_LARGE = `Logo must be at most ${LOGO_SIDE_MAX} pixels wide and high`;
const BROKEN = "Logo cannot be read; the image may be damaged";

const wrong = (message: string) => invalid("logo", message);

/**
 * Returns whether the end marker exists, because Bun 1.4.5 silently fills the missing part of a JPEG with
 * grey. An embedded thumbnail has its own end marker, so the search starts at the main picture.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.indexOf(new Uint8Array([0xff, 0xd9]), at) !== -1;
}
