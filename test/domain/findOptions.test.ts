import { expect, test } from "bun:test";
import { findNamed, findOptions } from "../../islands/ui/findOptions.ts";

const client = (text: string, gstin = "", phone = "") => ({
  value: text,
  text,
  facts: [
    { label: "GSTIN", text: gstin },
    { label: "Phone", text: phone },
  ],
});
const clients = [
  client("Bharat Konkan Rail"),
  client("Konkan Foods", "27AAECK4471N1Z2", "020 5550 0131"),
  client("Konkan"),
  client("Mandakini Organics", "27AAMCM0131Q1Z4", "98220 41877"),
  client("Unkonkan"),
];
const names = (typed: string) => findOptions(clients, typed).map(({ text }) => text);

test("ranks the same name first, then beginnings of names and of words", () => {
  expect(names("konkan")).toEqual(["Konkan", "Konkan Foods", "Bharat Konkan Rail", "Unkonkan"]);
});

test("finds a phone number with or without spaces and says what matched", () => {
  const found = findOptions(clients, "0131");
  expect(found.map(({ text, group }) => [text, group])).toEqual([
    ["Mandakini Organics", "GSTIN has 0131"],
    ["Konkan Foods", "Phone has 0131"],
  ]);
  expect(names("9822041877")).toEqual(["Mandakini Organics"]);
});

test("returns all options in order for no text, and none for an unknown one", () => {
  expect(names(" ")).toHaveLength(clients.length);
  expect(names("zzz")).toEqual([]);
});

test("takes a name typed in any case only if one record has it", () => {
  expect(findNamed(clients, " konkan ")?.text).toBe("Konkan");
  expect(findNamed([...clients, client("KONKAN")], "konkan")).toBeUndefined();
  expect(findNamed(clients, "konk")).toBeUndefined();
});
