import { type Finding, ms, type Part } from "../measure.ts";
import { register, startServer } from "../server.ts";

const BILLS = 10_000;
const ROWS = 5_000;
const GSTIN = "27AAKFK4711R1ZR";
const SUPPLIERS = ["27AAGCS1180F1ZH", "27AAMFP3390B1Z8", "27AAUCS3345M1ZL", "27AAHFH7781J1ZT"];

export const gstr2b: Part = {
  title: "a GSTR-2B of 5,000 rows beside 10,000 bills",
  async run() {
    const server = await startServer("gstr2b", "bench/loopServer.ts");
    const token = await register(server, "gstr2b");
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    await ask("PUT", "/metadata", { gstNumber: GSTIN });
    const moved = await ask("POST", "/import/books", boughtBooks());
    if (moved.status !== 201) throw new Error(await moved.text());
    await server.loop();
    const timed = async (what: string, target: string, call: () => Promise<Response>) => {
      const started = performance.now();
      const answer = await call();
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
      const took = performance.now() - started;
      const [, , longest = 0] = await server.loop();
      return {
        what: `GSTR-2B, 5,000 rows beside 10,000 bills: ${what}`,
        measured: ms(took),
        beside: `the loop meanwhile held at most ${ms(longest)}`,
        ratio: "",
        target,
      } satisfies Finding;
    };
    const findings = [
      await timed("loaded and matched", "3 s; 50 ms", () => ask("POST", "/gst/2026-10/2b", file())),
      await timed("the same file again", "3 s; 50 ms", () =>
        ask("POST", "/gst/2026-10/2b", file()),
      ),
      await timed("its screen", "3 s; 50 ms", () => ask("GET", "/gst/2026-10/matching")),
      await timed("GSTR-3B", "3 s; 50 ms", () => ask("GET", "/gst/2026-10/gstr3b")),
    ];
    await server.stop();
    return findings;
  },
};

const toDay = (n: number) => String((n % 28) + 1).padStart(2, "0");
const taxable = (n: number) => 1_000 + (n % 700) * 10;

/** Half are dated in October, the rest in earlier months. Numbers differ as between two programs. */
function boughtBooks() {
  const vendors = SUPPLIERS.map((gstin, n) => ({ id: `v${n}`, name: `Supplier ${n}`, gstin }));
  const bills = Array.from({ length: BILLS }, (_, n) => ({
    kind: "BILL",
    number: `INV-${String(n).padStart(5, "0")}`,
    date: `2026-${n < ROWS ? "10" : "09"}-${toDay(n)}`,
    vendor: `v${n % SUPPLIERS.length}`,
    placeOfSupplyCode: "27",
    itc: "ELIGIBLE",
    lines: [{ taxPct: "18", taxable: String(taxable(n)) }],
  }));
  return { vendors, bills };
}

function file() {
  const b2b = SUPPLIERS.map((ctin, s) => ({
    ctin,
    trdnm: `Supplier ${s}`,
    inv: Array.from({ length: ROWS / SUPPLIERS.length }, (_, at) => {
      const n = at * SUPPLIERS.length + s;
      const tax = Math.round(taxable(n) * 9) / 100;
      return {
        // Every second number is formatted differently, and every tenth amount differs.
        inum: n % 2 ? `INV-${String(n).padStart(5, "0")}` : `INV/26-27/${n}`,
        typ: "R",
        dt: `${toDay(n)}-10-2026`,
        pos: "27",
        rev: "N",
        itcavl: "Y",
        txval: taxable(n) + (n % 10 ? 0 : 50),
        cgst: tax,
        sgst: tax,
      };
    }),
  }));
  return { data: { gstin: GSTIN, rtnprd: "102026", docdata: { b2b } } };
}
