/** The content of each file by its name. */
export type Recording = Record<string, string | Uint8Array>;

export interface Options {
  /** Records all widths of the screens. */
  isAll: boolean;
}
