// Drive the engine from Node: three questions at once, reports while a search runs, a stop, an error that names its field.
//
//   node examples/drive_engine.mjs [command of the engine]

import { readFile } from "node:fs/promises";
import { Engine } from "../clients/javascript/orienteer.mjs";

const read = async (name) => JSON.parse(await readFile(new URL(`positions/${name}.json`, import.meta.url), "utf8"));
const command = process.argv.slice(2);
const engine = await Engine.start(command.length > 0 ? command : undefined);
console.log(`protocol ${engine.hello.protocol}`);

// 1. A long search, whose reports we follow, and two short questions meanwhile.
const position = await read("incan_gold_five_players");
const search = engine.send("evaluate", { position, limits: { seconds: 60 }, report_every: 0.05, method: "mcts", seed: 1 });
const odds = engine.ask("odds", { position, event: "bust-next" });
const best = engine.ask("best-move", { position: await read("lost_explorers_endgame"), limits: { iterations: 200 } });

let reports = 0;
for await (const partial of search) {
  reports += 1;
  if (reports === 3) {
    console.log(`after ${partial.iterations > 0 ? "some" : "no"} simulations: ${partial.moves.length} moves valued`);
    await search.stop(); // the best answer so far comes at once
  }
}
const evaluation = await search.result;
console.log(`ended by: ${evaluation.stopped_by}, reports: ${reports >= 3 ? "at least 3" : reports}`);
console.log(`bust with the next card: ${(await odds).value}`);
console.log(`best move of the endgame: ${(await best).id ? "found" : "none"}`);

// 2. What is wrong is named.
position.state.players[2].gems = -3;
try {
  await engine.ask("evaluate", { position });
} catch (error) {
  console.log(`${error.kind}: ${error.field} is ${error.value}, allowed: ${error.allowed}`);
}
await engine.close();
