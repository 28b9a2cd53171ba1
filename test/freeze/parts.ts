import type { Options, Recording } from "./recording.ts";

/** Loaded when recorded, because a browser and a server take long to load. */
export const PARTS: Record<string, (options: Options) => Promise<Recording>> = {
  wire: async () => (await import("./wire.ts")).recordWire(),
  log: async () => (await import("./log.ts")).recordLog(),
  pdfs: async () => (await import("./pdfs.ts")).recordPdfs(),
  schema: async () => (await import("./schema.ts")).recordSchema(),
  terminal: async () => (await import("./terminal.ts")).recordTerminal(),
  screens: async (options) => (await import("./screens.ts")).recordScreens(options),
};
