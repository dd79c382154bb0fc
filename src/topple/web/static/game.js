import { insist } from "./ask.js";
import { KINDS } from "./gestures/all.js";
import { Scene } from "./scene.js";
import { say } from "./words.js";

const CLOSE = 1e-6; // seconds between moments that are the same
const AHEAD = 0.6; // seconds before the end of a piece at which the next one is asked for

// One attempt at a task: plays the film of the plan so far, and asks for a new one after a gesture.
export class Game extends Scene {
  constructor(root, paths, state, { named, finish, pauses = true }) {
    super(root.querySelector("canvas"), state.film);
    Object.assign(this, { root, paths, named: () => ({ ...named, plan: this.plan }), finish, pauses });
    Object.assign(this, { playing: false, paused: false, ended: false, replay: false, started: performance.now(), first: null });
    Object.assign(this, { pending: 0, eager: false, clicked: false, asking: false, turns: 0 });
    [this.button, this.speed, this.pausing, this.time, this.said, this.moves] =
      [".run", ".speed", ".pausing", ".time", ".outcome", ".moves"].map((name) => root.querySelector(name));
    this.moves.replaceChildren();
    this.heard = root.querySelector(".heard") ?? this.hear();
    this.sending = Promise.resolve();
    this.listen();
    this.take(state);
    this.expect(0);
  }

  // Makes a place for words that only screen readers say.
  hear() {
    const place = document.createElement("p");
    place.className = "heard unseen";
    place.setAttribute("aria-live", "polite");
    this.root.append(place);
    return place;
  }

  // Shows a film. Gestures that stay possible keep their controls and, until a new one comes, their places,
  // so that a film which arrives during a click does not make it miss.
  take(state) {
    const moved = !this.state || String(state.plan) !== String(this.plan);
    this.state = state;
    this.plan = state.plan;
    this.read(state.film);
    this.now = Math.min((moved ? state.start : null) ?? this.now, this.end);
    this.root.style.setProperty("--ratio", state.film.window[2] / state.film.window[3]);
    const old = this.gestures ?? [], same = (each) => old.find((one) => one.data === JSON.stringify(each));
    this.gestures = this.replay ? [] : state.gestures.map((each) => same(each) ?? this.gesture(each));
    const fresh = this.gestures.filter((each) => !old.includes(each));
    for (const each of old) each.control.classList.toggle("gone", !this.gestures.includes(each));
    if (fresh.length || !this.gestures.length) for (const each of this.moves.querySelectorAll(".gone")) each.remove();
    this.moves.append(...fresh.map((each) => each.control));
    this.offer();
    this.draw();
  }

  gesture(each) {
    const made = new KINDS[each.kind](this, each);
    made.data = JSON.stringify(each);
    return made;
  }

  // Plays all of a plan, which can then not be changed.
  watch(state) {
    this.replay = true;
    this.take({ ...state, stop: null });
    this.now = 0;
    this.run(true);
  }

  listen() {
    this.stopped = new AbortController();
    const { signal } = this.stopped, { canvas } = this;
    this.button.addEventListener("click", () => this.toggle(), { signal });
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.held?.move?.(this.point(event)), { signal });
    for (const name of ["pointerup", "pointercancel"])
      canvas.addEventListener(name, (event) => this.up(event), { signal });
    addEventListener("keydown", (event) => this.key(event, true), { signal });
    addEventListener("keyup", (event) => this.key(event, false), { signal });
    addEventListener("resize", () => this.draw(), { signal });
  }

  stop() {
    this.playing = false;
    this.ended = true;
    this.stopped.abort();
  }

  possible(gesture) {
    return !this.ended && this.now >= gesture.since - CLOSE && this.now <= (gesture.until ?? Infinity) + CLOSE;
  }

  down(event) {
    if (event.button > 0 || this.held) return;
    const point = this.point(event);
    const able = this.gestures.filter((each) => this.possible(each.gesture) && each.down);
    const near = able.map((each) => [each.distance ? each.distance(point) : 2e9, each]).sort((a, b) => a[0] - b[0]);
    const found = near.find(([distance, each]) => distance < Infinity && each.down(point));
    if (!found) return;
    event.preventDefault();
    this.held = found[1];
    this.canvas.setPointerCapture(event.pointerId);
  }

  up(event) {
    if (!this.held) return;
    const { held } = this;
    this.held = null;
    held.move?.(this.point(event));
    held.up?.();
  }

  key(event, down) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT"].includes(event.target.tagName)) return;
    const used = this.gestures.find((each) => each.key && this.possible(each.gesture) && each.key(event, down));
    if (used?.numbers) this.heard.textContent = used.numbers.spoken();
    if (used) return event.preventDefault();
    const onButton = ["BUTTON", "A"].includes(event.target.tagName);
    if (!down || (onButton && event.key !== ".")) return;
    if (event.key === " ") { event.preventDefault(); this.toggle(); }
    if (event.key === "." && this.pauses) this.step();
  }

  toggle() {
    if (this.playing && !this.pauses) return;
    this.paused = this.playing;
    if (this.pending) { this.eager = this.clicked = true; return; } // the film that arrives will run
    if (this.replay && this.now >= this.end) this.now = 0;
    this.run(!this.playing, true);
  }

  // One step ahead while time stands still.
  step() {
    this.paused = true;
    this.run(false);
    if (!this.waiting() || this.state.waits) this.now = Math.min(this.end, (Math.round(this.now * this.state.rate) + 1) / this.state.rate);
    this.draw();
    this.offer();
  }

  // Whether time stands still because the world waits for a gesture.
  waiting() {
    const { stop } = this.state;
    return stop !== null && this.now >= Math.min(stop, this.end) - CLOSE;
  }

  // The moment at which the film stops by itself; a person may let time run on beyond a stop.
  limit(on) {
    const { stop } = this.state;
    return stop !== null && !on && !this.waiting() ? Math.min(stop, this.end) : this.end;
  }

  run(on, beyond = false) {
    if (on) this.until = this.limit(beyond && this.waiting() && this.state.waits);
    this.playing = on && !this.ended && this.now < this.until && !(this.waiting() && !this.state.waits);
    this.last = 0;
    this.offer();
    this.turns += 1;
    if (this.playing) this.next(this.turns); else this.rest();
  }

  // A new run of time ends the one before.
  next(turn) {
    requestAnimationFrame((stamp) => { if (this.playing && turn === this.turns) this.tick(stamp, turn); });
  }

  tick(stamp, turn) {
    const passed = this.last ? Math.min(0.1, (stamp - this.last) / 1000) : 1 / 60;
    this.last = stamp;
    this.now = Math.min(this.until, this.now + passed * Number(this.speed.value));
    this.draw();
    if (this.asked) this.answered();
    this.further();
    if (this.now < this.until) return this.next(turn);
    this.playing = false;
    this.rest();
  }

  // The film has stopped: the attempt is over, or the world waits for a person.
  rest() {
    const turn = this.state.more || (this.gestures.length > 0 && this.state.stop !== null);
    if (!this.pending && !this.ended && this.now >= this.end - CLOSE && !turn && (this.plan.length || this.end > 0)) {
      this.ended = true;
      this.finish(this);
    }
    this.draw();
    this.offer();
  }

  // Makes a gesture now; others that come meanwhile wait for their turn.
  send(gesture, numbers) {
    if (!this.possible(gesture)) return;
    const { rate, stop } = this.state, now = this.now;
    const at = stop !== null && Math.abs(now - stop) < CLOSE ? stop : Math.round(now * rate) / rate;
    this.heard.textContent = say(gesture.label);
    this.first ??= performance.now() - this.started;
    this.asked ??= performance.now();
    this.eager ||= this.playing;
    this.expect(1);
    this.run(false);
    this.sending = this.sending.then(() => this.ask({ name: gesture.name, numbers, at }));
  }

  // Counts the gestures that are not answered; the page is busy while there are any.
  expect(more) {
    this.pending += more;
    this.root.setAttribute("aria-busy", this.pending > 0);
  }

  async ask(done) {
    try {
      const state = await insist(this.paths.film, { ...this.named(), done });
      if (state.refused) return this.say(say("Not possible: {why}", { why: state.refused }), "refused");
      if (!this.ended) this.say("");
      this.take(state);
      this.eager ||= !this.paused;
      if (this.pausing?.checked) this.eager = this.clicked;
    } catch (error) {
      this.say(error.shown ? "" : error.message, "refused");
    } finally {
      this.expect(-1);
      this.resume();
      this.offer();
    }
  }

  // Lets time pass again once all gestures are answered.
  resume() {
    if (this.pending) return;
    const on = this.eager;
    this.eager = this.clicked = false;
    if (on) this.run(true); else this.rest();
  }

  // Asks for the next piece of a film that comes in pieces, before this one is over.
  further() {
    if (!this.state.more || this.asking || this.end - this.now > AHEAD) return;
    this.asking = true;
    this.sending = this.sending.then(async () => {
      try {
        const state = await insist(this.paths.film, { ...this.named(), now: this.now });
        const on = !this.pending && !this.paused && (this.playing || !this.waiting());
        this.take(state);
        if (on) this.run(true);
      } catch (error) {
        this.say(error.shown ? "" : error.message, "refused");
      } finally {
        this.asking = false;
      }
    });
  }

  // Measures the time from a gesture to the first moving frame.
  answered() {
    performance.measure("gesture to film", { start: this.asked, end: performance.now() });
    this.asked = null;
  }

  // Shows which moves are possible now.
  offer() {
    for (const each of this.gestures ?? []) {
      const able = this.possible(each.gesture);
      for (const control of [each.control, ...each.control.querySelectorAll("button, input")])
        if ("disabled" in control && control.disabled === able) control.disabled = !able;
    }
    const stands = this.waiting() && !this.state.waits;
    this.tell(this.state.waits && this.waiting() && this.now > 0 && !this.playing && !this.ended && !this.replay && !this.pending);
    this.button.hidden = stands || this.ended || (this.playing && !this.pauses);
    this.button.disabled = false;
    this.button.textContent = say(this.playing ? "Pause" : this.waiting() ? "Let time pass" : this.now > 0 ? "Go on" : "Start");
  }

  // Says why time stands still in the middle of a film.
  tell(turn) {
    const told = this.said.classList.contains("turn");
    if (turn && !this.said.textContent) this.say(say("Time stands still: it is your turn."), "turn");
    if (!turn && told) this.say("");
  }

  say(text, kind = "") {
    this.said.textContent = text;
    this.said.className = `outcome ${kind}`;
  }

  draw() {
    super.draw();
    if (!this.gestures) return;
    this.paintOver((pen) => { for (const each of this.gestures) each.draw?.(pen); });
    this.time.textContent = `${this.now.toFixed(2)} s`;
  }
}
