import { deserialize, serialize } from "node:v8";

/** A value as bytes. A thread that only passes it on does not pay for its size. */
export type Packed<T> = Uint8Array & { readonly of?: T };

export const pack = <T>(value: T): Packed<T> => serialize(value);
export const unpack = <T>(packed: Packed<T>): T => deserialize(packed) as T;
