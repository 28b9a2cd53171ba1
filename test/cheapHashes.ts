// argon2id takes a core 0.12 s, and a world needs six hashes. A hash contains its cost, so only creation is
// cheaper; test/server/start.test.ts checks the real cost.

const { hash } = Bun.password;

Bun.password.hash = (password) =>
  hash(password, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
