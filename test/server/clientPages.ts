export const toPlainText = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replace(/₹ /g, "₹")
    .replace(/ \.(\d\d)/g, ".$1");

export const findUpiLink = (html: string) =>
  /href="(upi:[^"]+)"/.exec(html)?.[1]?.replace(/&amp;/g, "&") ?? "none";
