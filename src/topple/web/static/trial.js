import { ask } from "./ask.js";
import { Game } from "./game.js";

const root = document.querySelector(".play");
const path = root.dataset.path;
const PATHS = { film: `${path}/film`, refusal: `${path}/refusal` };
const on = root.querySelector(".on"), give = root.querySelector(".give");
const MARKS = [[window, "focus", "focus"], [window, "blur", "blur"], [window, "resize", "resize"]];
let game = null;

function mark(what) {
  fetch(`${path}/marks`, { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ what, client_ms: performance.now() }) }).catch(() => {});
}

// The server keeps the plan; a reload goes on where it stands.
class Trial extends Game {
  async ask(done) {
    this.client_ms = performance.now();
    await super.ask(done);
  }

  take(state) {
    super.take(state);
    this.number = state.number;
  }
}

async function begin() {
  on.hidden = true;
  give.hidden = false;
  game?.stop();
  const state = await ask(PATHS.film, {});
  game = new Trial(root, PATHS, state, { named: {}, finish, pauses: false });
  game.named = () => ({ attempt: state.attempt, number: game.number, client_ms: game.client_ms });
  root.querySelector(".count").textContent = state.attempt;
  game.attempt = state.attempt;
  game.now = Math.min(Math.max(game.now, state.now), game.end);
  if (state.plan.length || state.now > 0) game.run(true);
}

async function finish() {
  give.hidden = true;
  const wall_ms = performance.now() - game.started;
  const found = await ask(`${path}/finish`, { attempt: game.attempt, think_ms: game.first, wall_ms });
  game.say(found.outcome || "Stored.", found.outcome);
  on.textContent = found.again ? "Try again" : "Next";
  on.onclick = () => found.again ? guarded(begin)() : location.reload();
  on.hidden = false;
  on.focus();
}

function guarded(action) {
  return async () => { try { await action(); } catch (error) { game?.say(error.message, "refused"); } };
}

give.addEventListener("click", guarded(async () => {
  game.ended = true;
  game.run(false);
  await game.sending;
  await finish();
}));
for (const [target, event, what] of MARKS) target.addEventListener(event, () => mark(what));
document.addEventListener("visibilitychange", () => mark(document.hidden ? "hidden" : "visible"));
if (root.dataset.left) {
  const until = performance.now() + 1000 * Number(root.dataset.left), shown = root.querySelector(".left");
  const tick = setInterval(() => {
    const left = Math.max(0, (until - performance.now()) / 1000);
    shown.textContent = `· ${Math.ceil(left)} s left`;
    if (left > 0) return;
    clearInterval(tick);
    if (!game.ended) give.click();
  }, 250);
}
await guarded(begin)();
