import type { Tenant } from "../../db/engine/tenant.ts";
import { recordView } from "../../db/engine/views.ts";
import type { GstFile } from "../../db/returns/files.ts";
import { attachmentHeaders } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call } from "./call.ts";

export const MONTH = "2026-04";
export const JSON_FILE = "application/json";

export const fileCall = (
  spec: { name: string; path: string; summary: string; about?: string },
  operation: "getEinvoices" | "getGstr1File" | "getGstr3bFile",
) =>
  call({
    method: "GET",
    who: "members",
    id: MONTH,
    ...spec,
    answer: { status: 200, file: JSON_FILE },
    also: [409],
    run: async ({ context, tenant, caller, id }) => {
      const file = await readInWorker(context, caller, operation, id);
      await recordFileView(tenant, file.name, id);
      return jsonFile(file);
    },
  });

export const recordFileView = (tenant: Tenant, file: string, period: string) =>
  recordView(tenant, "Filing", { export: file, period });

export const jsonFile = ({ name, text }: GstFile) =>
  new Response(text, { headers: attachmentHeaders(name, JSON_FILE) });
