// Topple's worlds in JavaScript, for node and browsers.
//
//   import { load } from "./index.mjs";
//   const topple = await load();
//   const { results } = topple.simulate({ world: "phyre", task, actions: [[0.5, 0.8, 0.3]] });
//
// A task is the JSON of `task.native.json()` in Python, or a level's. Add `stride: 1` for the poses
// of every step. A request that cannot be simulated throws an Error that says why.
import start from "./topple.mjs";

async function bytes() {
  const url = new URL("topple.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

export async function load() {
  const module = await start({ wasmBinary: await bytes() });
  return {
    simulate(request) {
      const text = JSON.stringify(request);
      const answer = JSON.parse(module.ccall("topple_simulate", "string", ["string"], [text]));
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
  };
}
