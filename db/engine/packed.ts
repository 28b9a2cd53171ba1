import { deserialize, serialize } from "node:v8";

/** A value serialized to bytes, so that a thread that only passes it on need not parse it. */
export type Packed<T> = Uint8Array & { readonly of?: T };

export const pack = <T>(value: T): Packed<T> => serialize(value);
export const unpack = <T>(packed: Packed<T>): T => deserialize(packed) as T;
