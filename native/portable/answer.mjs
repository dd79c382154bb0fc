// Answer requests line by line, like the program `simulate`: node answer.mjs < requests.jsonl
import { createInterface } from "node:readline";
import { load } from "./index.mjs";

const topple = await load();
for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(topple.simulate(JSON.parse(line))));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
