import type { Picture } from "../../db/agencies/logos.ts";
import { LOGO_SIDE_MAX } from "../../domain/agencies/agency.ts";
import { invalid } from "../../domain/refusal.ts";

/** On its longer side, in pixels. */
const SIDE = 600;

/**
 * Returns the picture in a file, drawn again: only its pixels are kept.
 * @throws Refusal "invalid" for anything but a whole PNG, JPEG or GIF within the limits.
 */
export async function redrawLogo(bytes: Uint8Array): Promise<Picture> {
  const image = new Bun.Image(bytes, { maxPixels: LOGO_SIDE_MAX ** 2 });
  // Reads the header only, so a bomb is turned away before any of it is unpacked.
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
 * Whether its end marker is there: Bun 1.4.5 draws what is missing of a JPEG in grey and says nothing. A
 * thumbnail inside has an end of its own, so the search begins where the picture itself does.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.indexOf(new Uint8Array([0xff, 0xd9]), at) !== -1;
}
