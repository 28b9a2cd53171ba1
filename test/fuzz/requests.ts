import type * as v from "valibot";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import type { Call } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import { ECHO, generateSample, pick, type Random, spoiled, writeJson } from "./grammar.ts";

export const BODIES: Record<string, v.GenericSchema | "csv" | "form" | "nothing"> =
  Object.fromEntries(
    CALLS.filter(({ method }) => method === "POST" || method === "PUT").map((call) => [
      `${call.method} ${call.path}`,
      takenBy(call),
    ]),
  );

function takenBy({ body, logo }: Call) {
  if (!body) return logo ? "form" : "nothing";
  return "csv" in body ? "csv" : body.schema;
}

export interface Route {
  method: string;
  path: string;
}

export interface Shot {
  address: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export type Ids = Record<string, string[]>;

export function aimAt({ method, path }: Route, ids: Ids, random: Random): Shot {
  const folder = /^\/api\/(?:users\/)?([^/]+)\//.exec(path)?.[1] ?? "";
  const kind = folder.replace(/ies$/, "y").replace(/s$/, "");
  const id =
    random(4) === 0 ? encodeURIComponent(oddId(random)) : (pick(ids[kind] ?? [], random) ?? "x");
  const address = path.replace(":id", id) + generateQuery(random);
  const takes = BODIES[`${method} ${path.replace(/\/$/, "")}`] ?? "nothing";
  if (method === "GET" || method === "DELETE") return { method, address, headers: {} };
  return { method, address, ...generateBody(takes, { ...ids, own: ids[kind] ?? [] }, random) };
}

const oddId = (random: Random) =>
  pick(
    [
      "0000000000000",
      "__proto__",
      "%00",
      "../..",
      "..%2f..",
      "\u0000",
      "null",
      "x".repeat(3_000),
      "🪔",
    ],
    random,
  );

const PARAMETERS = [
  ..."page,limit,q,type,sort,accountId,categoryId,clientId,dateFrom,dateTo,minAmount,maxAmount".split(
    ",",
  ),
  ..."min,max,mode,status,entity,action,dryRun,createMissing,keepDuplicates,file".split(","),
  ..."__proto__,constructor,page[],agencyId".split(","),
];
const VALUES = [
  ..."1,2,-1,0,1e9,999999999,99999999999999999999,NaN,-amount,date,Income,Cash,SENT,true,zq,*".split(
    ",",
  ),
  ...'2026-04-01,2026-02-30,2027-03-31,%25_,%00,%ff%fe,%zz,\'"--,a%20b%20",((,NEAR('.split(","),
  "x".repeat(3_000),
  "",
];

function generateQuery(random: Random): string {
  const range = random(3) === 0 ? [] : ["dateFrom=2026-04-01", "dateTo=2026-12-31"];
  const some = Array.from({ length: random(4) }, () => {
    return `${encodeURIComponent(pick(PARAMETERS, random))}=${pick(VALUES, random)}`;
  });
  return `?${[...range, ...some].join("&")}`;
}

const JSON_TYPES = [
  ...Array(12).fill("application/json"),
  "text/plain",
  "application/json; charset=x",
];

function generateBody(
  takes: v.GenericSchema | "csv" | "form" | "nothing",
  ids: Ids,
  random: Random,
): Pick<Shot, "headers" | "body"> {
  const key =
    random(5) === 0 ? pick(["again", "x".repeat(256), `k${random(1e6)}`], random) : undefined;
  const keyed: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  if (takes === "nothing") return { headers: keyed };
  if (takes === "csv")
    return { headers: { ...csvHeaders(random), ...keyed }, body: generateCsv(random) };
  if (takes === "form") return generateForm(random);
  const sane = generateSample(takes, "", ids, random);
  const value = random(3) === 0 ? sane : spoiled(sane, random);
  return {
    headers: { "content-type": pick(JSON_TYPES, random), ...keyed },
    body: writeJson(value, random),
  };
}

const csvHeaders = (random: Random) => ({
  "content-type": pick(["text/csv", "text/csv", "text/csv; charset=utf-8", "text/plain"], random),
  ...(random(8) === 0 && { "content-encoding": pick(["gzip", "br", "identity"], random) }),
});

const CELLS = [
  ..."2026-04-01;31/12/2026;2026-02-30;Income;Expense;Transfer;Fees;Rent;kaveri bank".split(";"),
  ...'kaveri bank → kaveri cash;₹1,00,000.50;-5;1e3;"open;"a""b";=1+1;\u0000;🪔;;'.split(";"),
];

function generateCsv(random: Random): string | Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: random(6) }, () =>
    Array.from({ length: 5 + random(4) }, () => pick(CELLS, random)).join(","),
  );
  const good = `2026-04-01,${ECHO} ${random(1e6)},kaveri bank,Fees,Income,5,\n`;
  const text = pick([good, rows.join("\n"), rows.join("\r"), `${good}\n,,,,\n`], random);
  const head = pick([CSV_HEADER, CSV_HEADER, "", CSV_HEADER.toUpperCase(), "Date,Date\n"], random);
  if (random(6) > 0) return head + text;
  return new Uint8Array([...new TextEncoder().encode(head + text), 0xff, 0xfe, 0x00]);
}

function generateForm(random: Random): Pick<Shot, "headers" | "body"> {
  const boundary = pick(["b", "b", '"b"', "", "x".repeat(500)], random);
  const part = `--b\r\ncontent-disposition: form-data; name="logo"; filename="l.png"\r\n\r\n${ECHO}\r\n`;
  const text = '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n';
  const body = pick(
    [part, `${part}--b--`, text.repeat(500), `${part}${part}--b--\r\n`, ""],
    random,
  );
  return { headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, body };
}
