/* global Player */
import { ask } from "./ask.js";
import { Game } from "./game.js";

const root = document.querySelector(".play");
const PATHS = { film: "/film", refusal: "/refusal" };
const STILL = 1000; // milliseconds for which a film of one picture is shown
const task = root.dataset.task;
const link = root.querySelector(".link"), count = root.querySelector(".count");
let game = null, saved = false, other = null, watched = null;

// Returns the plan in the address, if there is one.
function linked() {
  const numbers = location.hash.match(/^#plan=([-0-9.e,]+)$/)?.[1].split(",").map(Number);
  return numbers?.every(Number.isFinite) ? numbers : null;
}

function show({ made, most, over }) {
  count.textContent = over ? `over after ${made} of ${most} attempts: what you do now is not recorded` : `attempt ${made + 1} of up to ${most}`;
}

function tell(state, lead = "") {
  const words = state.words.startsWith(state.outcome) ? state.words : `${state.outcome}: ${state.words}`;
  game.say(`${lead}${words}`, state.outcome);
  link.hidden = false;
  link.href = `/play/${task}#plan=${state.plan.join(",")}`;
}

async function begin() {
  game?.stop();
  saved = false;
  link.hidden = true;
  const state = await ask(PATHS.film, { task, plan: [] });
  game = new Game(root, PATHS, state, { named: { task }, finish });
  game.say("");
}

async function watch(plan, lead) {
  game?.stop();
  const state = await ask(PATHS.film, { task, plan });
  game = new Game(root, PATHS, state, { named: { task }, finish: () => tell(state, lead) });
  game.watch(state);
}

async function finish() {
  tell(game.state);
  await save();
}

// Records the attempt once, also one that is left in the middle.
async function save(options = {}) {
  if (saved || !game || game.replay || !game.plan.length) return;
  saved = true;
  const wall_ms = performance.now() - game.started;
  show(await ask("/attempts", { task, plan: game.plan, think_ms: game.first, wall_ms }, options));
}

function guard(action) {
  return async () => {
    try { await action(); } catch (error) { game.say(error.message, "refused"); }
  };
}

root.querySelector(".again").addEventListener("click", guard(async () => {
  await save();
  history.replaceState(null, "", location.pathname);
  await begin();
}));
root.querySelector(".solve").addEventListener("click", guard(async () => {
  await save();
  const { plan } = await ask("/solution", { task });
  await watch(plan, "A stored solution: ");
}));
// Shows a film of another player, beside the own attempt.
function showOther(film) {
  const place = document.createElement("div");
  place.className = "player";
  root.querySelector(".other").replaceChildren(place);
  other?.stop();
  other = new Player(place, film, "h3");
  return other;
}

// Follows an agent from attempt to attempt, until it is done or another player is watched.
async function follow(button, number) {
  const { agent } = button.dataset, said = root.querySelector(".said");
  watched = button;
  said.textContent = `${agent} thinks about attempt ${number}`;
  const found = await ask("/live", { task, agent, number }).catch((error) => {
    if (watched === button) said.textContent = error.message;
  });
  if (!found || watched !== button) return;
  said.textContent = `${agent}, attempt ${number}: ${found.outcome}`;
  const shown = showOther(found.film);
  if (found.over) return;
  shown.ended = () => { if (watched === button) follow(button, number + 1); };
  if (!shown.end) setTimeout(() => shown.ended(), STILL);
}

for (const button of root.querySelectorAll(".others [value]")) button.addEventListener("click", guard(async () => {
  watched = button;
  const answer = await fetch(button.value), found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error ?? "This attempt has no film.");
  showOther(found);
}));
for (const button of root.querySelectorAll("[data-agent]")) button.addEventListener("click", () => follow(button, 1));
addEventListener("pagehide", () => save({ keepalive: true }));
addEventListener("hashchange", () => location.reload());

show({ made: Number(root.dataset.made), most: Number(root.dataset.most), over: root.dataset.over === "true" });
if (linked()) await watch(linked(), "A linked attempt: "); else await begin();
