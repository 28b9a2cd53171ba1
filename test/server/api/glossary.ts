import { today } from "../../../domain/dates.ts";

/** Ids from db/engine/id.ts: milliseconds in base 32, which start with 1 until 2039. */
const AN_ID = /\b1[0-9a-hjkmnp-tv-z]{12}\b/g;
const A_SESSION = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;
const A_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const A_SECRET = /\bbahi_[\w-]{43}/g;
const A_LINK = /(?<=join#)[\w-]{43}/g;
const A_SHARE_LINK = /(?<=\/s\/)[\w-]{22}/g;
const A_MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g;
const A_TIME = /\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\b/g;
const AN_HOUR = /\bat \d\d:\d\d\b/g;
const A_HEAD = /"head":"[0-9a-f]{64}"/g;
const A_SHORT_HEAD = /(?<=log entry \d+, )[0-9a-f]{16}/g;
const A_FILE_OF_RETURN = /(?<=returns_)\d{6,8}(?=_)/g;
const A_WAIT = /(?<=by up to )\d+(?= days)/g;
/** Interest on an overdue return grows by the day. */
const AN_INTEREST = /(?<="interest":)\{[^}]*\}/g;
const AN_APP_SECRET = /(?<="secret":"|secret=)[A-Z2-7]{32}/g;
const A_QR_PATH = /(?<="path":")M[^"]+/g;
const A_RECOVERY_CODE = /\b([a-z2-7]{4}-){5}[a-z2-7]{4}\b/g;
const A_CHALLENGE = /(?<="challenge":")[\w-]{72}/g;
const A_HANDLE = /(?<="user":\{"id":")[\w-]{43}/g;
const A_LOGO = /\/logos\/[\w-]{16,}/g;

export type Glossary = ReturnType<typeof createGlossary>;

export function createGlossary() {
  const real = new Map<string, string>();
  const told = new Map<string, string>();

  return {
    learn(tellAs: string, id: string) {
      real.set(tellAs, id);
      told.set(id, tellAs);
    },
    toReal: (text: string): string => text.replace(AN_ID, (id) => real.get(id) ?? id),
    /** Replaces values that differ each time with fixed ones. */
    hideChance(text: string): string {
      return text
        .replace(AN_ID, (id) => {
          if (!told.has(id)) told.set(id, `1m7z83st8${String(told.size + 1).padStart(4, "0")}`);
          return told.get(id) ?? id;
        })
        .replace(A_SESSION, "1m7z83st80sss")
        .replace(A_TOKEN, "eyJhbGciOiJIUzI1NiJ9.e30.signature")
        .replace(A_SECRET, "bahi_shown-only-this-once")
        .replace(A_LINK, "c2hvd24gb25seSB0aGlzIG9uY2UsIHRvIHRoZSBvd25lcg")
        .replace(A_SHARE_LINK, "c2hvd24tb25seS1vbmNlLQ")
        .replace(A_MOMENT, "2026-04-02T05:30:00.000Z")
        .replace(A_TIME, "2 Apr 2026, 11:00")
        .replace(AN_HOUR, "at 11:00")
        .replace(A_HEAD, `"head":"${"9c4107be22d15a08".repeat(4)}"`)
        .replace(A_SHORT_HEAD, "9c4107be22d15a08")
        .replace(AN_APP_SECRET, "JBSWY3DPEHPK3PXP7QRA2LMNOPQRSTUV")
        .replace(A_QR_PATH, "M4 4h7v1h-7z")
        .replace(A_RECOVERY_CODE, "k7mq-2rfd-5xwa-t3hc-zu6n-bj4e")
        .replace(A_CHALLENGE, "YSBjaGFsbGVuZ2U")
        .replace(A_HANDLE, "YSBwZXJzb24")
        .replace(A_LOGO, "/logos/unguessable");
    },
    /** Also replaces what depends on today. */
    toTold(text: string): string {
      return this.hideChance(text)
        .replace(A_FILE_OF_RETURN, "02042026")
        .replace(A_WAIT, "12")
        .replace(AN_INTEREST, '{"igst":0,"cgst":3.55,"sgst":3.55,"days":4}')
        .replaceAll(today(), "2026-04-02");
    },
  };
}
