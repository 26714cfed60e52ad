// Double eliminations as npm brackets-manager plays them: who meets whom, round by round.
// npm install brackets-manager brackets-memory-db, then: node tests/oracles/brackets_manager.mjs > tests/fixtures/brackets_manager.json
import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/");
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

/** Who wins is a matter of the two numbers alone, so that both sides can play it. */
const winner = (a, b) => {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (low * 31 + high * 17) % 3 === 0 ? high : low;
};
const PARTS = { 1: "upper", 2: "lower", 3: "final" };
const events = [];
for (const players of [4, 8, 16, 32, 64]) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  await manager.create.stage({
    name: "-", tournamentId: 0, type: "double_elimination",
    seeding: Array.from({ length: players }, (_, i) => String(i + 1)),
    settings: {
      grandFinal: "simple",
      seedOrdering: ["natural", "natural", ...Array.from({ length: 10 }, (_, i) => i % 2 ? "half_shift" : "reverse")],
    },
  });
  const name = new Map((await storage.select("participant")).map((row) => [row.id, Number(row.name)]));
  for (;;) {
    const ready = (await storage.select("match")).find((m) => m.status === 2);
    if (!ready) break;
    const [one, two] = [ready.opponent1, ready.opponent2].map((side) => name.get(side.id));
    await manager.update.match({
      id: ready.id,
      opponent1: { result: winner(one, two) === one ? "win" : "loss" },
      opponent2: { result: winner(one, two) === two ? "win" : "loss" },
    });
  }
  const rounds = new Map((await storage.select("round")).map((row) => [row.id, row.number]));
  const groups = new Map((await storage.select("group")).map((row) => [row.id, row.number]));
  const matches = (await storage.select("match"))
    .filter((m) => m.opponent1?.result && m.opponent2?.result)
    .map((m) => [
      PARTS[groups.get(m.group_id)], rounds.get(m.round_id),
      ...[name.get(m.opponent1.id), name.get(m.opponent2.id)].sort((a, b) => a - b),
    ]);
  events.push({ players, matches });
}
console.log("[\n" + events.map((event) => JSON.stringify(event)).join(",\n") + "\n]");
