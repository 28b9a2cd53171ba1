import { deflateSync } from "node:zlib";

// Pictures made byte by byte, for tests of what the server must accept or reject.

const MARK = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);

/** A PNG of one colour; `says` puts another size into its header than its pixels have. */
export function png(
  width: number,
  height: number,
  says = { width, height },
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(says.width, 0);
  head.writeUInt32BE(says.height, 4);
  head.set([8, 2], 8); // 8 bits a channel, RGB.
  const rows = Buffer.alloc((width * 3 + 1) * height, 120);
  for (let y = 0; y < height; y++) rows[y * (width * 3 + 1)] = 0;
  return joined(
    MARK,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  );
}

export const GIF = new Uint8Array(
  Buffer.from("R0lGODdhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=", "base64"),
);

export async function jpeg(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Bun.Image(png(width, height)).jpeg().bytes());
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

export async function formBody(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, "logo.png");
    else form.append(name, value);
  }
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return { bytes: new Uint8Array(await sent.arrayBuffer()), headers: { "content-type": type } };
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = joined(Buffer.from(type), content);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Bun.hash.crc32(named));
  return joined(length, named, sum);
}
