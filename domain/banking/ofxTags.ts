// Parses the tags of an OFX file in one pass: version 1 (SGML, where values need no closing tag) or 2
// (XML).

/** An element with its values and child elements. If a value occurs twice, the first counts. */
export interface Element {
  values: Record<string, string>;
  inside: Record<string, Element[]>;
}

/** Elements with child elements. All other tags hold a value, or belong to the element around them. */
const HOLDERS = new Set(
  (
    "OFX SIGNONMSGSRSV1 SONRS STATUS FI BANKMSGSRSV1 STMTTRNRS STMTRS CREDITCARDMSGSRSV1 CCSTMTTRNRS " +
    "CCSTMTRS BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP " +
    "PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL INVSTMTMSGSRSV1 INVSTMTTRNRS INVSTMTRS"
  ).split(" "),
);
const DEPTH_MAX = 50;
const VALUE_MAX = 2_000;

const newElement = (): Element => ({ values: {}, inside: {} });

/** Returns the OFX element, or undefined if the file is damaged or cut off. */
export function parseOfx(text: string): Element | undefined {
  const start = text.search(/<(OFX|[A-Z0-9]{1,20}MSGSRSV1|STMTTRN)[\s>]/i);
  if (start === -1) return undefined;
  const root = newElement();
  const open: { name: string; element: Element }[] = [{ name: "", element: root }];
  let value = "";
  let leaf = "";
  const endLeaf = () => {
    const top = open.at(-1)?.element;
    if (leaf && top && !Object.hasOwn(top.values, leaf)) top.values[leaf] = decode(value);
    [leaf, value] = ["", ""];
  };
  for (let at = start; at < text.length; ) {
    const token = tokenAt(text, at);
    if (!token) return undefined;
    at = token.end;
    if (token.kind === "text") value += token.text.slice(0, VALUE_MAX);
    else if (token.kind === "close") {
      endLeaf();
      if (!HOLDERS.has(token.text)) continue;
      if (open.length < 2 || open.pop()?.name !== token.text) return undefined;
    } else if (token.kind === "open") {
      endLeaf();
      if (!HOLDERS.has(token.text)) leaf = token.text;
      else {
        const top = open.at(-1)?.element;
        if (!top || open.length > DEPTH_MAX) return undefined;
        const element = newElement();
        top.inside[token.text] ??= [];
        top.inside[token.text]?.push(element);
        open.push({ name: token.text, element });
      }
    }
  }
  return open.length === 1 ? (root.inside.OFX?.[0] ?? root) : undefined;
}

interface Token {
  kind: "text" | "open" | "close" | "none";
  text: string;
  end: number;
}

const CDATA = "<![CDATA[";

/** Returns undefined if a tag is never closed. */
function tokenAt(text: string, at: number): Token | undefined {
  if (text[at] !== "<" || !/[A-Za-z/!?]/.test(text[at + 1] ?? "")) {
    const next = text.indexOf("<", at + 1);
    const end = next === -1 ? text.length : next;
    return { kind: "text", text: text.slice(at, end), end };
  }
  if (text.startsWith(CDATA, at)) {
    const end = text.indexOf("]]>", at);
    const inside = text.slice(at + CDATA.length, end).replaceAll("&", "&amp;");
    return end === -1 ? undefined : { kind: "text", text: inside, end: end + 3 };
  }
  const isComment = text.startsWith("<!--", at);
  const mark = isComment ? "-->" : ">";
  const end = text.indexOf(mark, at);
  if (end === -1) return undefined;
  const tag = text.slice(at + 1, Math.min(end, at + 200));
  const [, slash, name = ""] = /^(\/?)([A-Za-z0-9_.]{1,40})/.exec(tag) ?? [];
  const isTag = !isComment && name !== "" && !tag.endsWith("/");
  const kind = !isTag ? "none" : slash ? "close" : "open";
  return { kind, text: name.toUpperCase(), end: end + mark.length };
}

const ENTITIES: Record<string, string> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decode = (text: string): string =>
  text
    .replace(/&(#\d{1,6}|[a-z]{2,4});/gi, (all, name: string) =>
      name.startsWith("#")
        ? String.fromCodePoint(Math.max(Number(name.slice(1)), 0x20))
        : (ENTITIES[name.toLowerCase()] ?? all),
    )
    .trim();
