import { ask, hide, insist, show } from "./ask.js";
import { Game } from "./game.js";
import { say } from "./words.js";

const root = document.querySelector(".play");
root.style.setProperty("--ratio", root.dataset.ratio); // the picture keeps its place while it is on its way
const path = root.dataset.path;
const PATHS = { film: `${path}/film`, refusal: `${path}/refusal` };
const on = root.querySelector(".on"), give = root.querySelector(".give");
const MARKS = [[window, "focus", "focus"], [window, "blur", "blur"], [window, "resize", "resize"]];
let game = null, trial = root.dataset.trial, timer = 0;

function mark(what) {
  ask(`${path}/marks`, { what, trial, client_ms: performance.now() }, { keepalive: true }).catch(() => {});
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

  // Once nothing can be done any more, the rest of the film may be seen faster.
  offer() {
    super.offer();
    const decided = !this.ended && this.plan.length > 0 && (this.gestures ?? []).every(({ gesture }) => this.now > (gesture.until ?? Infinity));
    this.speed.hidden = !decided;
    if (!decided) this.speed.value = "1";
  }
}

// The time of a task begins with its first film, so that is asked for once the page can be seen.
async function seen() {
  while (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}

async function begin() {
  on.hidden = give.hidden = true;
  await seen();
  const state = await insist(PATHS.film, { trial });
  game?.stop();
  const names = { trial };
  game = new Trial(root, PATHS, state, { named: {}, finish: () => guarded(finish)(), pauses: false });
  game.named = () => ({ ...names, number: game.number, client_ms: game.client_ms });
  game.say("");
  give.hidden = false;
  root.querySelector(".count").textContent = say("attempt {number} of {most}", { number: state.attempt, most: root.dataset.most });
  game.now = Math.min(Math.max(game.now, state.now), game.end);
  limit(state.left);
  if (state.plan.length || state.now > 0) game.run(true);
}

async function finish() {
  clearInterval(timer);
  give.hidden = true;
  game.say(say("This attempt is being stored."));
  const found = await insist(`${path}/finish`, { trial, number: game.number });
  game.say(say(found.outcome || "Stored."), found.outcome);
  on.textContent = say(found.next ? "Try again" : "Next");
  on.onclick = () => {
    if (!found.next) return location.reload();
    trial = found.next;
    guarded(begin)();
  };
  on.hidden = false;
  on.focus();
}

// A mistake that stays leaves words and a way to go on.
function guarded(action) {
  return async () => {
    try { await action(); } catch (error) {
      game?.stop();
      show(`${error.message}.`, say("Reload the page"), () => location.reload());
    }
  };
}

// Counts the time down that is left; the attempt ends with it.
function limit(left) {
  clearInterval(timer);
  const shown = root.querySelector(".left"), until = performance.now() + 1000 * left;
  shown.textContent = "";
  if (left === null) return;
  timer = setInterval(() => {
    const rest = Math.max(0, (until - performance.now()) / 1000);
    shown.textContent = `· ${say("{seconds} s left", { seconds: Math.ceil(rest) })}`;
    if (rest > 0) return;
    clearInterval(timer);
    if (!game.ended) give.click();
  }, 250);
}

give.addEventListener("click", guarded(async () => {
  if (game.ended) return;
  game.ended = true;
  game.run(false);
  await game.sending;
  await finish();
}));
for (const [target, event, what] of MARKS) target.addEventListener(event, () => mark(what));
document.addEventListener("visibilitychange", () => mark(document.hidden ? "hidden" : "visible"));
mark("loaded");
hide();
await guarded(begin)();
