/* global Player */
import { ask, insist, show as showTrouble } from "./ask.js";
import { Game } from "./game.js";

const root = document.querySelector(".play");
const PATHS = { film: "/film", refusal: "/refusal" };
const MANY = 50; // attempts of which nobody needs to count
const WORDS = { solved: "Solved", missed: "Missed", unsettled: "The time is over", invalid: "Not possible" };
const STILL = 1000; // milliseconds for which a film of one picture is shown
const task = root.dataset.task;
root.style.setProperty("--ratio", root.dataset.ratio); // the picture keeps its place while it is on its way
const link = root.querySelector(".link"), count = root.querySelector(".count"), hint = root.querySelector(".hint"), next = root.querySelector(".next");
let game = null, other = null, watched = null, started = null;

// Returns the plan in the address, if there is one.
function linked() {
  const numbers = location.hash.match(/^#plan=([-0-9.e,]+)$/)?.[1].split(",").map(Number);
  return numbers?.every(Number.isFinite) ? numbers : null;
}

function show({ made, most, over }) {
  const of = most < MANY ? ` of ${most}` : "";
  count.textContent = over ? `${made} attempt${made > 1 ? "s" : ""} made: what you do now is not recorded` : `Attempt ${made + 1}${of}`;
}

// Says how an attempt ended; whoever has solved a task is led to the next one.
function tell(state, lead = "", after = "") {
  const words = WORDS[state.outcome] ?? state.outcome;
  game.say(lead ? `${lead}${words.toLowerCase()}` : `${words}${after}.`, state.outcome);
  const won = !lead && state.outcome === "solved";
  next.classList.toggle("first", won);
  if (won) next.focus({ preventScroll: true });
  link.hidden = false;
  link.href = `/play/${task}#plan=${state.plan.join(",")}`;
}

// Starts an attempt; one that is about to start is not started twice.
function begin() {
  started ??= insist(PATHS.film, { task, plan: [] }).then((state) => {
    game?.stop();
    link.hidden = true;
    next.classList.remove("first");
    show(state);
    game = new Game(root, PATHS, state, { named: { task }, finish: () => guard(finish)() });
    game.id = crypto.randomUUID();
    game.say("");
  }).finally(() => { started = null; });
  return started;
}

async function watch(plan, lead, saw) {
  const state = await insist(PATHS.film, { task, plan, saw });
  game?.stop();
  game = new Game(root, PATHS, state, { named: { task }, finish: () => tell(state, lead) });
  game.watch(state);
}

async function finish() {
  const { state } = game, found = await save();
  tell(state, "", found ? ` in ${found.made} attempt${found.made > 1 ? "s" : ""}`.repeat(state.outcome === "solved") : "");
}

// What is to be recorded of the attempt that is shown; nothing if there is no move.
function made() {
  if (!game || game.replay || !game.plan.length) return null;
  return { id: game.id, task, plan: game.plan, think_ms: game.first, wall_ms: performance.now() - game.started };
}

// Records the attempt, also one that is left in the middle; the server records each id once.
async function save() {
  const own = made();
  if (!own) return null;
  const found = await insist("/attempts", own);
  show(found);
  return found;
}

function guard(action) {
  return async () => {
    try { await action(); } catch (error) {
      if (game) game.say(error.message, "refused");
      else showTrouble(`${error.message}.`, "Reload the page", () => location.reload());
    }
  };
}

root.querySelector(".again").addEventListener("click", guard(async () => {
  await save();
  history.replaceState(null, "", location.pathname);
  await begin();
}));
root.querySelector(".solve").addEventListener("click", guard(async () => {
  await save();
  const { plan } = await insist("/solution", { task });
  await watch(plan, "A stored solution: ");
}));
hint.addEventListener("click", guard(async () => {
  const { words } = await insist("/hint", { task });
  const said = document.createElement("p");
  said.className = "hinted";
  said.textContent = words;
  hint.replaceWith(said);
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
  const found = await insist("/live", { task, agent, number }).catch((error) => {
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
  showOther(await insist(button.value, {}));
}));
for (const button of root.querySelectorAll("[data-agent]")) button.addEventListener("click", () => follow(button, 1));
addEventListener("pagehide", () => {
  const own = made();
  if (own) ask("/attempts", own, { keepalive: true }).catch(() => {});
});
addEventListener("hashchange", () => location.reload());

await guard(() => linked() ? watch(linked(), "A linked attempt: ", "link") : begin())();
