// argon2id takes a core for 0.12 s and a world needs it six times. A hash says itself what it cost, so
// only the making is changed; what servers make is proved by test/server/start.test.ts.

const { hash } = Bun.password;

Bun.password.hash = (password) =>
  hash(password, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
