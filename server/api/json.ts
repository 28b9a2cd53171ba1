/** Formats JSON as a person would: what fits on a line stays on one. @param width in characters */
export function writeJson(value: unknown, width = 64, indent = ""): string {
  const line = inline(value);
  if (indent.length + line.length <= width || typeof value !== "object" || value === null)
    return line;

  const deeper = `${indent}  `;
  const inside = Array.isArray(value)
    ? value.map((item) => writeJson(item, width, deeper))
    : Object.entries(value).map(
        ([key, item]) => `"${key}": ${writeJson(item, width - key.length - 4, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inside.map((part) => deeper + part).join(",\n")}\n${indent}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `"${key}": ${inline(item)}`);
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}
