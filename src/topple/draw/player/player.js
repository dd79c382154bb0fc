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
  <div class="below"><span class="outcome"></span><span class="time"></span></div>`;

const css = (rgb) => `rgb(${rgb.join(",")})`;

// Numbers are stored as whole numbers, each the difference to the one before.
function sums(differences, unit) {
  let sum = 0;
  return differences.map((difference) => (sum += difference) * unit);
}

// Differences of 0 at the end are left out, so the last value goes on.
const valueAt = (values, i) => values[Math.min(i, values.length - 1)];

// Fills an element with a player; `topple.draw.player` writes the film.
class Player {
  constructor(root, film, heading = "h2") {
    root.innerHTML = `<${heading} class="caption"></${heading}>${CONTROLS}`;
    [this.canvas, this.button, this.icon, this.scrub, this.speed, this.time] =
      ["canvas", "button", "path", "input", "select", ".time"].map((name) => root.querySelector(name));
    this.pen = this.canvas.getContext("2d");
    this.read(film);
    this.now = 0;
    this.write(root);
    this.listen();
    this.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.draw();
  }

  read(film) {
    const units = [film.unit, film.unit, 1 / film.per, 1 / film.per, 1 / film.per];
    const track = ([figure, start, count, ...columns]) =>
      ({ figure, start, count, values: columns.map((column, i) => sums(column, units[i])) });
    this.film = film;
    [this.fixed, this.tracks, this.notes] =
      [film.fixed, film.tracks, film.notes].map((each) => each.map(track));
    this.figures = film.figures.map((strokes) =>
      strokes.map(([path, ink, opacity]) => ({ path: new Path2D(path), ink, opacity })));
    this.times = sums(film.times_ms, 0.001);
    this.end = this.times.at(-1);
  }

  write(root) {
    const { film } = this, [, , width, height] = film.window;
    root.style.setProperty("--ratio", width / height);
    root.querySelector(".caption").textContent = film.caption;
    root.querySelector(".facts").textContent = film.facts;
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
    if (this.now >= this.end) this.play(false); else requestAnimationFrame((next) => this.tick(next));
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

  frameNow() {
    let i = 0;
    while (i + 1 < this.times.length && this.times[i + 1] <= this.now) i++;
    return i;
  }

  draw() {
    const { pen, canvas, film, times, now } = this, [left, bottom, width, height] = film.window;
    const wide = Math.round(canvas.clientWidth * (devicePixelRatio || 1));
    if (canvas.width !== wide) {
      canvas.width = wide;
      canvas.height = Math.round(wide * height / width);
    }
    const scale = wide / width, frame = this.frameNow();
    const span = frame + 1 < times.length ? times[frame + 1] - times[frame] : 0;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = css(film.background);
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(scale, 0, 0, -scale, -left * scale, (bottom + height) * scale);
    for (const each of this.fixed) this.paint(each, 0, 0);
    for (const each of this.tracks)
      if (each.start <= frame && frame < each.start + each.count)
        this.paint(each, frame, span > 0 ? (now - times[frame]) / span : 0);
    if (now === 0) for (const each of this.notes) this.paint(each, 0, 0);
    this.drawBorder(now >= this.end ? film.ended : film.border);
    this.time.textContent = `${now.toFixed(1)} s of ${this.end.toFixed(1)} s`;
    this.scrub.value = now;
  }

  drawBorder(rgb) {
    if (!rgb) return;
    const { pen, canvas } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.strokeStyle = css(rgb);
    pen.lineWidth = 2 * canvas.width * this.film.border_share;
    pen.strokeRect(0, 0, canvas.width, canvas.height);
  }

  paint(each, frame, share) {
    const { pen, film } = this, [x, y, angle, scaleX, scaleY] = this.pose(each, frame, share);
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    pen.scale(scaleX * film.unit, scaleY * film.unit);
    for (const { path, ink, opacity } of this.figures[each.figure]) {
      pen.fillStyle = ink;
      pen.globalAlpha = opacity;
      pen.fill(path, "evenodd");
    }
    pen.restore();
  }

  pose(each, frame, share) {
    const i = frame - each.start, j = Math.min(i + 1, each.count - 1);
    return each.values.map((values, part) => {
      const from = valueAt(values, i);
      let change = valueAt(values, j) - from;
      if (part === 2) change -= 2 * Math.PI * Math.round(change / (2 * Math.PI));
      return from + change * share;
    });
  }
}
