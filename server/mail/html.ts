import type { MailContent, MailRow } from "../../domain/mail/content.ts";
import type { MailPart } from "../../domain/mail/layout.ts";

// Mail programs know tables and inline styles; some of them also `prefers-color-scheme`. Nothing is loaded
// from elsewhere: the logo is attached.

/** Content-ID of the attached logo. */
export const LOGO_ID = "logo@bahi";

interface Page {
  subject: string;
  /** The line that an inbox shows after the subject. */
  preview: string;
  hasLogo: boolean;
}

/** Renders an e-mail as HTML. All text is escaped. */
export function renderHtml(
  parts: readonly MailPart[],
  { subject, preview, hasLogo }: Page,
): string {
  const body = parts.filter(({ kind }) => kind !== "foot");
  const foot = parts.filter(({ kind }) => kind === "foot");
  const rows = body.map((part, n) => {
    const space = `${n === 0 ? 24 : 20}px 32px ${n === body.length - 1 ? 28 : 0}px`;
    return row(cell({ class: "pad", style: `padding:${space}` }, renderPart(part, hasLogo)));
  });
  const card = { class: "card", style: `${CARD};border-radius:10px;color:${INK}` };
  const end = { class: "quiet pad", align: "center", style: `padding:20px 32px;${FOOT}` };
  const main = table(
    { width: "100%", style: "max-width:560px" },
    row(cell(card, table({ width: "100%" }, ...rows))),
    row(cell(end, ...foot.map((part) => renderPart(part, hasLogo)))),
  );
  const out = { class: "out", align: "center", style: "padding:32px 16px" };
  const page = { class: "bg", width: "100%", style: `background:${PAGE}` };
  return [
    '<!doctype html>\n<html lang="en-IN">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title>\n<style>${STYLE}</style>\n</head>`,
    element(
      "body",
      { class: "bg", style: `margin:0;padding:0;background:${PAGE};color:${INK};${FONTS}` },
      preview && element("div", { style: "display:none;max-height:0" }, escaped(preview)),
      table(page, row(cell(out, main))),
    ),
    "</html>\n",
  ].join("\n");
}

const [INK, QUIET, LINE, PAGE] = ["#1b1a17", "#6b6961", "#e8e6e0", "#faf9f6"];
const FONTS =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = "font-size:14px;line-height:21px";
const SMALL = "font-size:13px;line-height:18px";
const FOOT = `font-size:12px;line-height:18px;color:${QUIET}`;
const CARD = `background:#ffffff;border:1px solid ${LINE}`;
const ACCENT = "background:#3a3fb0;color:#ffffff;font-weight:600;text-align:center";

const STYLE = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .bg { background: #121211 !important; }
  .card { background: #1a1a18 !important; border-color: #2b2b28 !important; }
  .card { color: #efede7 !important; }
  .quiet { color: #98958c !important; }
  .line { border-color: #2b2b28 !important; }
  .soft { background: #151514 !important; border-color: #2b2b28 !important; }
  .btn { background: #5a60db !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .amt { font-size: 32px !important; line-height: 38px !important; }
  .go { display: block !important; }
  .out { padding: 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
}
`;

const escaped = (text: string): string => Bun.escapeHTML(text);
const toLines = (text: string): string => escaped(text).replaceAll("\n", "<br>");

type Attributes = Record<string, string>;

function element(name: string, attributes: Attributes, ...html: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${html.join("")}</${name}>`;
}

const table = (attributes: Attributes, ...rows: string[]) =>
  element(
    "table",
    { role: "presentation", cellpadding: "0", cellspacing: "0", ...attributes },
    ...rows,
  );
const row = (...cells: string[]) => `${element("tr", {}, ...cells)}\n`;
const cell = (attributes: Attributes, ...html: string[]) => element("td", attributes, ...html);
const div = (style: string, ...html: string[]) => element("div", { style }, ...html);
const quiet = (name: string, style: string, html: string) =>
  element(name, { class: "quiet", style: `${style};color:${QUIET}` }, html);

function renderPart(part: MailPart, hasLogo: boolean): string {
  if (part.kind === "head") return renderHead(part, hasLogo);
  if (part.kind === "amount") return renderAmount(part);
  if (part.kind === "links") return part.links.map(renderButton).join("");
  if (part.kind === "text") return div(TEXT, part.paragraphs.map(toLines).join("<br><br>"));
  if (part.kind === "rows") return renderRows(part.rows, part.note);
  if (part.kind === "payment") return renderPayment(part);
  if (part.kind === "file") return quiet("div", SMALL, toLines(part.text));
  if (part.kind === "closing") return div(TEXT, toLines(part.text));
  return part.lines.map(toLines).join("<br>");
}

type Part<Kind extends MailPart["kind"]> = Extract<MailPart, { kind: Kind }>;

function renderHead({ letterhead: { name }, heading }: Part<"head">, hasLogo: boolean): string {
  const initial = escaped([...name][0]?.toUpperCase() ?? "");
  const square = `width:36px;height:36px;border-radius:8px;font-size:16px;${ACCENT}`;
  const logo = 'width="36" height="36" alt="" style="display:block;border-radius:8px"';
  return table(
    {},
    row(
      hasLogo
        ? cell({}, `<img src="cid:${LOGO_ID}" ${logo}>`)
        : cell({ class: "btn", width: "36", height: "36", style: square }, initial),
      cell(
        { style: "padding-left:12px;font-size:15px;line-height:20px;font-weight:600" },
        escaped(name),
        heading && "<br>",
        heading && quiet("span", "font-size:13px;font-weight:400", escaped(heading)),
      ),
    ),
  );
}

function renderAmount({ amount, day }: Pick<MailContent, "amount" | "day">): string {
  const [whole = "", paise] = amount?.value.split(".") ?? [];
  const large = "font-size:38px;line-height:46px;font-weight:600;letter-spacing:-0.02em";
  const lines = [
    amount && quiet("div", SMALL, escaped(amount.label)),
    amount &&
      element(
        "div",
        { class: "amt", style: large },
        escaped(whole),
        paise ? quiet("span", "font-weight:500", `.${escaped(paise)}`) : "",
      ),
    day && div(TEXT, `${escaped(day.text)} `, quiet("span", "", escaped(day.more))),
  ];
  return lines.filter(Boolean).join("");
}

const renderButton = ({ label, url }: Part<"links">["links"][number]) => {
  const style = "padding:13px 24px;border-radius:8px;font-size:15px;line-height:20px";
  const look = `display:inline-block;${style};${ACCENT};text-decoration:none`;
  const link = element("a", { class: "btn go", href: url, style: look }, escaped(label));
  return div("padding-bottom:4px", link);
};

function renderRows(rows: readonly MailRow[], note: string): string {
  const lines = rows.map(({ name, amount, look, url }) => {
    const weight = look === "strong" ? ";font-weight:600" : "";
    const style = `padding:10px 0;border-bottom:1px solid ${LINE};${TEXT}${weight}`;
    const end = { class: "line", align: "right", valign: "top" };
    return row(
      cell(
        { class: "line", style },
        look === "quiet" ? quiet("span", "", toLines(name)) : linkTo(url, toLines(name)),
      ),
      cell({ ...end, style: `${style};padding-left:16px;white-space:nowrap` }, escaped(amount)),
    );
  });
  const top = { class: "line", width: "100%", style: `border-top:1px solid ${LINE}` };
  return [
    lines.length > 0 ? table(top, ...lines) : "",
    note && quiet("div", `padding-top:10px;${SMALL}`, toLines(note)),
  ].join("");
}

const linkTo = (url: string | undefined, html: string) =>
  url ? element("a", { href: url, style: "color:inherit" }, html) : html;

function renderPayment({ title, rows }: Part<"payment">): string {
  const style = `padding:3px 16px 3px 0;${SMALL};white-space:nowrap;vertical-align:top`;
  const lines = rows.map(({ label, value }) =>
    row(
      quiet("td", style, escaped(label)),
      cell({ style: `padding:3px 0;${SMALL};word-break:break-word` }, escaped(value)),
    ),
  );
  const box = `background:#f6f5f1;border:1px solid ${LINE};border-radius:8px`;
  const head = div(`${SMALL};font-weight:600;padding-bottom:4px`, escaped(title));
  return table(
    { class: "soft", width: "100%", style: box },
    row(cell({ style: "padding:14px 16px" }, head, table({}, ...lines))),
  );
}
