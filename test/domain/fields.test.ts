import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { longText, name, optionalLine, q } from "../../domain/fields.ts";
import { ImportOptions } from "../../domain/ledger/imports.ts";

const readFirstMessage = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input, { abortPipeEarly: true }).issues?.[0].message;

const UNKEPT = "Name may not contain hidden characters";

describe("a name", () => {
  test.each([
    ["a control", "a\u0007b"],
    ["a line feed", "a\nb"],
    ["a control of C1", "a\u0085b"],
    ["a sequence of C1", "a\u009b31mb"],
    ["an override of direction", "a\u202eb"],
    ["an embedding", "a\u202ab"],
    ["an isolate", "a\u2066b"],
  ])("is rejected with %s, in a line and in a long text", (what, text) => {
    const isBreak = what === "a line feed";
    const unkept = isBreak ? "Name may not contain line breaks" : UNKEPT;
    expect(readFirstMessage(name("Name"), text)).toBe(unkept);
    expect(readFirstMessage(optionalLine("Name"), text)).toBe(unkept);
    expect(readFirstMessage(longText("Name"), text)).toBe(isBreak ? undefined : UNKEPT);
    expect(readFirstMessage(ImportOptions, { file: text })).toBe(
      unkept.replace("Name", "File name"),
    );
  });

  test.each([
    ["a joiner, as in Kannada", "ರ‍್ಯ ಕ್‌ಷ"],
    ["a plain mark of direction", "\u200fاردو\u200e"],
    ["combining marks of any script", "நிதி ñandú việt क़ि ฐี่"],
  ])("may have %s", (_, text) => {
    expect(v.parse(name("Name"), text)).toBe(text.normalize("NFC"));
    expect(v.parse(longText("Notes"), text)).toBe(text.normalize("NFC"));
  });

  test("is measured in NFC after trimming", () => {
    const letter = "α\u0313\u0300\u0345"; // Four characters, one in NFC.
    expect(v.parse(name("Name"), letter.repeat(200))).toBe("ᾂ".repeat(200));
    expect(readFirstMessage(name("Name"), letter.repeat(201))).toBe("Name is too long");
    expect(v.parse(name("Name"), `${" ".repeat(100_000)}Asha\t`)).toBe("Asha");
    expect(v.parse(longText("Notes"), letter.repeat(5_000))).toHaveLength(5_000);
    expect(readFirstMessage(longText("Notes"), "x".repeat(5_001))).toBe("Notes is too long");
    expect(readFirstMessage(q, "x".repeat(201))).toBe("Search is too long");
  });

  test("has a limit of combining marks per letter", () => {
    expect(readFirstMessage(name("Name"), `a${"\u0301".repeat(30)}`)).toBeUndefined();
    expect(readFirstMessage(name("Name"), `a${"\u0301".repeat(31)}`)).toBe(UNKEPT);
  });
});
