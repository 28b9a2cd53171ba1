import { describe, expect, test } from "bun:test";
import { gstinWarning } from "../../domain/gst/gstin.ts";

describe("a GSTIN", () => {
  test.each([
    ["27AAACB1234C1ZF", "company, Maharashtra"],
    ["29AAGFS4321P1ZP", "firm, Karnataka"],
    ["07BNZPM2501F1ZW", "proprietor, Delhi"],
    ["33AABCT3518Q2Z2", "second registration of the PAN"],
    ["24AAATK9012L1ZM", "trust, Gujarat"],
    ["38AAJHR7744D1ZS", "HUF, Ladakh"],
    ["26AAECD0001N1Z1", "company, DNH & DD"],
    ["36AADCV5566GAZT", "tenth registration"],
    ["97AACCO8899K1ZB", "Other Territory"],
    ["27PUNA12345B1D1", "tax deductor, TAN inside"],
    ["06AAKCE4455R1C9", "e-commerce collector"],
    ["0717USA00012UN8", "UIN"],
    [" 27aaacb1234c1zf ", "as people type it"],
    ["", "nothing at all"],
  ])("%s (%s) is accepted without a warning", (gstin) => {
    expect(gstinWarning(gstin)).toBeUndefined();
  });

  const misspelt = "This does not look like a GSTIN, such as 27AAACB1234C1ZF";
  const lastShouldBe = (character: string) =>
    `The last character of this GSTIN should be ${character}; check the number`;
  test.each([
    ["27AAACB1234C1ZG", "check character", lastShouldBe("F")],
    ["27AAACB1243C1ZF", "digits transposed", "should be"],
    ["29AAACB1234C1ZF", "state changed", "should be"],
    ["27AAACB1234C1Z", "14 characters", "A GSTIN has 15 characters; this has 14"],
    ["27AAACB1234C1ZFF", "16 characters", "A GSTIN has 15 characters; this has 16"],
    ["00AAACB1234C1ZV", "state 00", "No state has the code 00"],
    ["39AAACB1234C1ZA", "state 39", "No state has the code 39"],
    ["98AAACB1234C1Z6", "state 98", "No state has the code 98"],
    ["27AAACB1234C0ZG", "13th is 0", misspelt],
    ["27AAACB1234C1YH", "14th is Y", misspelt],
    ["27AAACB12O4C1Z8", "letter O in the digits", misspelt],
    ["MHAAACB1234C1ZF", "letters for the state", misspelt],
  ])("%s (%s) gets a warning", (gstin, _, warning) => {
    expect(gstinWarning(gstin)).toContain(warning);
  });
});
