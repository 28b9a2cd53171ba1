import type { MailPart } from "../../domain/mail/layout.ts";

/** Characters of a line, unless a word such as a link is longer. */
const WIDTH = 72;
const NAME_WIDTH = 46;

/** Renders an e-mail as plain text. Some readers have no rupee sign, so it is written `Rs`. */
export function renderPlainText(parts: readonly MailPart[]): string {
  const texts = parts.map((part, n) => {
    // The address follows the closing as in a letter.
    const isJoined = part.kind === "foot" && parts[n - 1]?.kind === "closing";
    return `${n === 0 ? "" : isJoined ? "\n" : "\n\n"}${renderPart(part)}`;
  });
  return `${writeRupees(texts.join(""))}\n`;
}

const writeRupees = (text: string): string =>
  text.replace(/₹\s*(?=\d)/g, "Rs ").replaceAll("₹", "Rs");

function renderPart(part: MailPart): string {
  if (part.kind === "head") {
    return [part.letterhead.name, part.heading].filter(Boolean).map(wrapText).join("\n");
  }
  if (part.kind === "amount") {
    const { amount, day } = part;
    const when =
      day && [day.text, day.more].filter(Boolean).join(day.text.endsWith(".") ? " " : ", ");
    return [amount && `${amount.label}: ${amount.value}`, when].filter(Boolean).join("\n");
  }
  if (part.kind === "links") {
    return part.links.map(({ label, url }) => `${label}:\n${url}`).join("\n\n");
  }
  if (part.kind === "text") return part.paragraphs.map(wrapText).join("\n\n");
  if (part.kind === "rows") {
    return [renderRows(part.rows), wrapText(part.note)].filter(Boolean).join("\n\n");
  }
  if (part.kind === "payment") {
    const width = Math.max(...part.rows.map(({ label }) => label.length)) + 2;
    const rows = part.rows.map(({ label, value }) => indent(`${label}:`.padEnd(width), value));
    return [part.title, ...rows].join("\n");
  }
  return part.kind === "foot" ? part.lines.map(wrapText).join("\n") : wrapText(part.text);
}

function renderRows(rows: Extract<MailPart, { kind: "rows" }>["rows"]): string {
  const figures = rows.map(({ amount }) => amount.replace("₹", ""));
  const end = Math.max(...figures.map(({ length }) => length));
  const start = Math.min(
    end > 0 ? NAME_WIDTH : WIDTH - 2,
    Math.max(...rows.map(({ name }) => writeRupees(name).length)),
  );
  return rows
    .map(({ name, url }, n) => {
      const lines = wrap(name, start);
      const last = lines.pop() ?? "";
      const figure = `${last.padEnd(start)}  ${figures[n]?.padStart(end)}`.trimEnd();
      return [...lines, figure, ...(url ? [`  ${url}`] : [])].map((line) => `  ${line}`).join("\n");
    })
    .join("\n");
}

/** Writes further lines of a text below its first word. */
const indent = (label: string, text: string): string =>
  wrap(text, WIDTH - label.length - 2)
    .map((line, n) => `  ${n === 0 ? label : " ".repeat(label.length)}${line}`)
    .join("\n");

const wrapText = (text: string): string =>
  text
    .split("\n")
    .flatMap((line) => wrap(line, WIDTH))
    .join("\n");

/** Breaks a line at spaces. */
function wrap(text: string, width: number): string[] {
  // With "Rs ", which is longer than the sign.
  const written = writeRupees(text);
  if (written.length <= width) return [written];
  const lines: string[] = [];
  let line = "";
  for (const word of written.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
