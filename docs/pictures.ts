import { openBooks } from "../db/books.ts";
import { writeDemo } from "../db/demo.ts";
import { launchBrowser } from "../test/browser/chromium.ts";
import { newFolder, startServer } from "../test/process.ts";

// `bun run pictures`: the pictures of the README, taken of the demo as a person sees it.

const SCREENS = { transactions: "/transactions?preset=lastMonth&minAmount=9000&page=2" };

const { folder, remove } = newFolder();
const books = await openBooks({ url: `file:${folder}/books.db` });
const { email, password } = await writeDemo(books);
books.close();

const server = await startServer(folder);
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  for (const [screen, path] of Object.entries(SCREENS)) {
    await page.goto(server.url + path);
    await page.locator("tbody tr").first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `${import.meta.dir}/pictures/${screen}.png` });
  }
} finally {
  await browser.close();
  server.child.kill();
  await server.child.exited;
  remove();
}
