import { Refusal } from "../../domain/refusal.ts";

/** The longer side, in pixels: enough to read a bill. */
const SIDE = 1600;
/** Phones take 50 megapixels, which need 200 MB in memory. */
const PIXELS_MAX = 50_000_000;

export interface Drawing {
  bytes: Uint8Array;
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  turn: number;
  /** The error message for a picture that cannot be drawn. */
  none: string;
}

/**
 * Redraws a picture upright as a JPEG with nothing but its pixels.
 * @throws Refusal "missing" if it cannot be drawn
 */
export async function renderPreview({ bytes, turn, none }: Drawing): Promise<Uint8Array> {
  const image = new Bun.Image(bytes, { maxPixels: PIXELS_MAX });
  const small = image.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true });
  return await small
    .rotate(turn)
    .jpeg({ quality: 82 })
    .bytes()
    .catch(() => {
      throw new Refusal("missing", none);
    });
}
