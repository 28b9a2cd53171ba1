/** Makes the suite scan the log of every server that a test starts. */
export function assertNoSecret(log: string, ...secrets: string[]): void {
  const [found] =
    /eyJ[\w-]+\.[\w-]{9,}|bahi_[\w-]{43}|\$argon2|bearer \S|password"?\s*[:=]|\w+ password"/i.exec(
      log,
    ) ?? [];
  const secret = found ?? secrets.find((secret) => log.includes(secret));
  if (secret) throw new Error(`The log holds a secret: ${secret.slice(0, 60)}`);
}
