import { expect, test } from "bun:test";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { Paise } from "../../domain/money.ts";

test.each([
  [0, "Rupees Zero Only"],
  [1, "One Paisa Only"],
  [10, "Ten Paise Only"],
  [99, "Ninety-Nine Paise Only"],
  [100, "Rupees One Only"],
  [101, "Rupees One and One Paisa Only"],
  [150, "Rupees One and Fifty Paise Only"],
  [1100, "Rupees Eleven Only"],
  [2000, "Rupees Twenty Only"],
  [2100, "Rupees Twenty-One Only"],
  [10000, "Rupees One Hundred Only"],
  [10001, "Rupees One Hundred and One Paisa Only"],
  [11000, "Rupees One Hundred Ten Only"],
  [99999, "Rupees Nine Hundred Ninety-Nine and Ninety-Nine Paise Only"],
  [100000, "Rupees One Thousand Only"],
  [110010, "Rupees One Thousand One Hundred and Ten Paise Only"],
  [9999900, "Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine Only"],
  [10000000, "Rupees One Lakh Only"],
  [10000001, "Rupees One Lakh and One Paisa Only"],
  [
    12345678,
    "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only",
  ],
  [100000100, "Rupees Ten Lakh One Only"],
  [
    999999999,
    "Rupees Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
  ],
  [1000000000, "Rupees One Crore Only"],
  [1000000005, "Rupees One Crore and Five Paise Only"],
  [
    1234567890,
    "Rupees One Crore Twenty-Three Lakh Forty-Five Thousand Six Hundred Seventy-Eight " +
      "and Ninety Paise Only",
  ],
  [
    123456789012,
    "Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight " +
      "Hundred Ninety and Twelve Paise Only",
  ],
  [1000000000000, "Rupees One Thousand Crore Only"],
  [
    9999999999999,
    "Rupees Nine Thousand Nine Hundred Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine " +
      "Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
  ],
  [-150000, "Minus Rupees One Thousand Five Hundred Only"],
])("%d paise are %s", (paise, words) => {
  expect(amountInWords(paise as Paise)).toBe(words);
});
