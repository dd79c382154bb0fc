"use strict";

const css = (rgb) => `rgb(${rgb.join(",")})`;

// Numbers are stored as whole numbers, each the difference to the one before.
function sums(differences, unit) {
  let sum = 0;
  return differences.map((difference) => (sum += difference) * unit);
}

// Differences of 0 at the end are left out, so the last value goes on.
const valueAt = (values, i) => values[Math.min(i, values.length - 1)];

// Draws a film on a canvas at any moment; `topple.draw.player` writes the film.
class Canvas {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.now = 0;
    this.read(film);
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

  frameNow() {
    let i = 0;
    while (i + 1 < this.times.length && this.times[i + 1] <= this.now) i++;
    return i;
  }

  draw() {
    const { pen, canvas, film, times, now } = this, [left, bottom, width, height] = film.window;
    const wide = Math.round(canvas.clientWidth * (devicePixelRatio || 1));
    const tall = Math.round(wide * height / width);
    if (canvas.width !== wide || canvas.height !== tall) {
      canvas.width = wide;
      canvas.height = tall;
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
    this.drawBorder((now >= this.end && film.ended) || film.border);
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
