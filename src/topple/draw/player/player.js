"use strict";

const PLAY = "M4 2 L15 9 L4 16 Z", PAUSE = "M4 2 H7.5 V16 H4 Z M10.5 2 H14 V16 H10.5 Z";
const CONTROLS = `
  <p class="facts"></p><canvas role="img"></canvas>
  <div class="controls">
    <button type="button"><svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true"><path d=""/></svg></button>
    <input type="range" min="0" value="0" step="any" aria-label="Time">
    <select aria-label="Speed"><option value="0.25">¼×</option><option value="0.5">½×</option>
      <option value="1" selected>1×</option><option value="2">2×</option><option value="4">4×</option></select>
  </div>
  <div class="below"><span class="outcome"></span><span class="time"></span></div>
  <ol class="moves" aria-label="What was done"></ol><p class="legend"></p>`;

// Fills an element with a player.
class Player extends Canvas {
  constructor(root, film, heading = "h2") {
    root.innerHTML = `<${heading} class="caption"></${heading}>${CONTROLS}`;
    super(root.querySelector("canvas"), film);
    [this.button, this.icon, this.scrub, this.speed, this.time] =
      ["button", "path", "input", "select", ".time"].map((name) => root.querySelector(name));
    this.write(root);
    this.listen();
    this.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.draw();
  }

  write(root) {
    const { film } = this, [, , width, height] = film.window;
    root.style.setProperty("--ratio", width / height);
    root.querySelector(".caption").textContent = film.caption;
    root.querySelector(".facts").textContent = film.facts;
    root.querySelector(".legend").textContent = film.legend;
    root.querySelector(".moves").append(...film.moves.map((move) => {
      const item = document.createElement("li");
      item.textContent = move;
      return item;
    }));
    root.querySelector(".outcome").textContent = film.words;
    root.querySelector(".outcome").classList.add(film.outcome);
    this.canvas.setAttribute("aria-label", `${film.caption} ${film.words}`);
    this.scrub.max = this.end;
  }

  listen() {
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    this.scrub.addEventListener("input", () => this.seek(Number(this.scrub.value)));
    for (const each of [this.button, this.canvas])
      each.addEventListener("click", () => this.play(!this.playing));
    addEventListener("keydown", (event) => this.press(event), { signal });
    addEventListener("resize", () => this.draw(), { signal });
  }

  press(event) {
    const on = event.target.tagName;
    if (event.defaultPrevented || (on === "INPUT" && event.target !== this.scrub)) return; // it is another's
    if (on === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (on === "BUTTON" && event.key === " ") return; // the button itself is pressed
    const keys = {
      " ": () => this.play(!this.playing), ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1), Home: () => this.seek(0), End: () => this.seek(this.end),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  play(on) {
    this.playing = on && this.end > 0;
    this.last = 0;
    if (this.playing && this.now >= this.end) this.now = 0;
    this.icon.setAttribute("d", this.playing ? PAUSE : PLAY);
    this.button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    if (this.playing) requestAnimationFrame((stamp) => this.tick(stamp)); else this.draw();
  }

  tick(stamp) {
    if (!this.playing) return;
    const passed = this.last ? Math.min(0.1, (stamp - this.last) / 1000) : 0;
    this.last = stamp;
    this.now = Math.min(this.end, this.now + passed * Number(this.speed.value));
    this.draw();
    if (this.now < this.end) return requestAnimationFrame((next) => this.tick(next));
    this.play(false);
    this.ended?.();
  }

  seek(seconds) {
    this.play(false);
    this.now = Math.max(0, Math.min(this.end, seconds));
    this.draw();
  }

  step(frames) {
    const next = this.frameNow() + frames;
    this.seek(this.times[Math.max(0, Math.min(this.times.length - 1, next))]);
  }

  stop() {
    this.playing = false;
    this.stopped.abort();
  }

  draw() {
    super.draw();
    this.time.textContent = `${this.now.toFixed(1)} s of ${this.end.toFixed(1)} s`;
    this.scrub.value = this.now;
  }
}
