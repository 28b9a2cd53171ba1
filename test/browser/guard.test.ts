import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("no text from any user becomes HTML or a script in a page", async () => {
  const { page } = await desk.visit("/transactions", {
    who: desk.world.kaveri.owner,
    expectComplaints: /TrustedHTML|TrustedScript|TrustedTypePolicy/,
  });
  await page.getByRole("heading", { name: "Transactions" }).first().waitFor();
  const tried = await page.evaluate(async () => {
    const runAttempt = (attempt: () => unknown) => {
      try {
        attempt();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const scope = globalThis as { ran?: boolean };
    const factory = (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
    ).trustedTypes;
    const script = document.createElement("script");
    const button = document.createElement("button");
    const handler = runAttempt(() => {
      button.setAttribute("onclick", "globalThis.ran = true");
    });
    document.body.append(button);
    button.click();
    return {
      handler,
      html: runAttempt(() => {
        document.body.innerHTML = "<img src=x onerror='globalThis.ran = true'>";
      }),
      script: runAttempt(() => {
        script.text = "globalThis.ran = true";
      }),
      policy: runAttempt(() => factory.createPolicy("mine", {})),
      ran: scope.ran === true,
    };
  });
  const refused = "TypeError";
  expect(tried).toEqual({
    handler: refused,
    html: refused,
    script: refused,
    policy: refused,
    ran: false,
  });
});
