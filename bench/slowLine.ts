import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Proxies a TCP connection and adds a delay to each round trip. */
export async function startSlowLine(target: string, delayMs: number) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [end, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(end);
      // Timers of the same duration fire in the order they were set.
      end.on("data", (bytes) => setTimeout(() => other.write(bytes), delayMs / 2));
      end.on("error", () => {});
      end.on("close", () => {
        sockets.delete(end);
        setTimeout(() => other.destroy(), delayMs / 2);
      });
    }
  });
  await new Promise<void>((go) => line.listen(0, "127.0.0.1", go));
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    stop() {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
