// Opens many idle connections and holds them until stdin ends. Prints the number that succeeded.

const [url = "", count = "0"] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const AT_ONCE = 200;

let connected = 0;
const socket = { data() {}, error() {} };
for (let n = 0; n < Number(count); n += AT_ONCE) {
  const some = Array.from({ length: Math.min(AT_ONCE, Number(count) - n) }, () =>
    Bun.connect({ hostname, port: Number(port), socket }).then(
      () => {
        connected += 1;
      },
      () => {},
    ),
  );
  await Promise.all(some);
}
process.stdout.write(`${connected}\n`);
process.stdin.on("end", () => process.exit(0));
process.stdin.resume();

export {};
