import { Refusal } from "../../domain/refusal.ts";

/** On its longer side, in pixels: a bill can be read at it. */
const SIDE = 1600;
/** Phones take 50 megapixels, which are 200 MB while they are open. */
const PIXELS_MAX = 50_000_000;

export interface Drawing {
  bytes: Uint8Array;
  /** To the right, in degrees: 0, 90, 180 or 270. */
  turn: number;
  /** The sentence for a picture that cannot be drawn. */
  none: string;
}

/**
 * Returns a JPEG of a picture, upright, of nothing but its pixels.
 * @throws Refusal "missing" if it cannot be drawn
 */
export async function drawPreview({ bytes, turn, none }: Drawing): Promise<Uint8Array> {
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
