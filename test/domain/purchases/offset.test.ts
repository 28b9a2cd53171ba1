import { expect, test } from "bun:test";
import { type ByHead, offsetCredit, TAX_HEADS } from "../../../domain/purchases/offset.ts";

const heads = ([igst, cgst, sgst]: readonly number[]) => ({ igst, cgst, sgst }) as ByHead;
const list = (of: ByHead) => TAX_HEADS.map((head) => of[head]);

test.each([
  // payable, credit, cash, left
  [
    [100, 50, 50],
    [0, 0, 0],
    [100, 50, 50],
    [0, 0, 0],
  ],
  [
    [100, 50, 50],
    [120, 40, 50],
    [0, 0, 0],
    [0, 10, 0],
  ],
  // IGST credit is used first (s. 49A), where the tax's own credit does not reach.
  [
    [0, 100, 100],
    [60, 100, 40],
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [0, 0, 80],
    [0, 100, 0],
    [0, 0, 80],
    [0, 100, 0],
  ],
  [
    [90, 10, 10],
    [0, 50, 50],
    [10, 0, 0],
    [0, 0, 0],
  ],
])("tax of %p with credit of %p", (payable, credit, cash, left) => {
  const found = offsetCredit(heads(payable), heads(credit));
  expect([found.cash, found.left]).toEqual([heads(cash), heads(left)]);
});

test("nothing is paid twice, lost, or left to pay while credit could", () => {
  const any = () => heads([0, 0, 0].map(() => Math.floor(Math.random() * 4) * 1_000 + 7));
  for (let turn = 0; turn < 500; turn++) {
    const [payable, credit] = [any(), any()];
    const { used, cash, left } = offsetCredit(payable, credit);
    const sum = (of: ByHead) => list(of).reduce<number>((all, one) => all + one, 0);
    for (const head of TAX_HEADS) {
      expect(used[head] + cash[head] - payable[head]).toBe(0);
      expect(Math.min(left[head], cash[head])).toBe(0);
    }
    expect(sum(used) + sum(left)).toBe(sum(credit));
    if (left.igst > 0) expect(sum(cash)).toBe(0);
    if (cash.igst > 0) expect(left.cgst + left.sgst).toBe(0);
  }
});
