import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const INSTALLED = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Starts a headless Chromium: the one that CHROMIUM names, else the one from npm, else an installed one.
 * npm's has no window or toolbar, so a new page takes a sixth of the time. Downloads nothing besides the
 * packages.
 * @throws Error that says in one line what to do if there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return launch({ executablePath: CHROMIUM });

  let cause: unknown;
  try {
    if (process.platform === "linux" && process.arch === "x64") {
      return await launch(await unpacked());
    }
  } catch (error) {
    cause = error;
  }

  for (const name of INSTALLED) {
    const executablePath = Bun.which(name);
    // An installed one may be a snap stub that only says where to get the real one.
    const browser = executablePath && (await launch({ executablePath }).catch(() => undefined));
    if (browser) return browser;
  }
  throw new Error("No Chromium is installed; install one, or name its path in CHROMIUM", { cause });
}

// Leave out the arguments that @sparticuz/chromium 153.0.0 advises: --single-process hangs on a second
// context, and --disable-web-security hides CSP errors.
const launch = (options: LaunchOptions) =>
  chromium.launch({
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    ...options,
  });

/**
 * Unpacks the browser of @sparticuz/chromium once per version (2 s, 211 MB). Its own `executablePath()`
 * leaves out required libraries and accepts a half-written file.
 */
async function unpacked(): Promise<LaunchOptions> {
  const packed = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))));
  const { version } = await Bun.file(join(packed, "package.json")).json();
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "bahi");
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packed, "bin"), cache, folder);

  return {
    executablePath: join(folder, "chromium"),
    env: {
      ...process.env,
      // Without a language it calls itself en-US@posix, which its own Intl rejects.
      LANG: "en_IN.UTF-8",
      LANGUAGE: "en_IN",
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: writeFontsConf(folder),
    },
  };
}

/**
 * Unpacks into a temporary folder and renames it, so concurrent or interrupted runs leave nothing broken.
 */
async function unpack(packed: string, cache: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const { inflate } = await import("@sparticuz/chromium");
  const draft = mkdtempSync(join(cache, "unpacking-"));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = draft; // inflate always writes there
  try {
    for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
      await inflate(join(packed, name));
    }
    renameSync(draft, folder);
  } catch (cause) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw cause; // otherwise another run was faster
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/**
 * Without fonts.conf a page crashes at its first text, and the packed font lacks ₹, Devanagari and Tamil.
 */
function writeFontsConf(folder: string): string {
  const fonts = ["noto-sans", "noto-sans-tamil", "noto-sans-kannada"].map((name) =>
    dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}/package.json`))),
  );
  const dirs = [join(folder, "fonts"), ...fonts, "/usr/share/fonts"];
  const path = join(folder, "fonts.conf");
  // Renamed into place, because another run's browser may be reading it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(
    draft,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${dirs.map((dir) => `<dir>${dir}</dir>`).join("\n")}
<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>`,
  );
  renameSync(draft, path);
  return path;
}
