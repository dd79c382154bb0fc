/* global Canvas */
// The canvas of a game: where things are under a pointer, and how large a pixel is.
const SLOP = 20; // pixels by which a press may miss a thing

export class Scene extends Canvas {
  // Returns a place of the film's window under a pointer.
  point(event) {
    const box = this.canvas.getBoundingClientRect(), [left, bottom, width, height] = this.film.window;
    const pixel = width / box.width;
    return { x: left + (event.clientX - box.left) * pixel, y: bottom + height - (event.clientY - box.top) * pixel, pixel };
  }

  pixel() { return this.film.window[2] / this.canvas.clientWidth; }

  // Returns how far a point is from the nearest of some bodies: 0, the slop, or Infinity.
  distance(point, bodies) {
    const frame = this.frameNow();
    let best = Infinity;
    this.tracks.forEach((track, i) => {
      if (!bodies.includes(this.film.bodies[i])) return;
      if (frame < track.start || frame >= track.start + track.count) return;
      best = Math.min(best, this.distanceTo(track, frame, point));
    });
    return best;
  }

  distanceTo(track, frame, point) {
    const { pen, film } = this, [x, y, angle, scaleX, scaleY] = this.pose(track, frame, 0);
    const unit = film.unit;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    const cos = Math.cos(-angle), sin = Math.sin(-angle), dx = point.x - x, dy = point.y - y;
    const u = (dx * cos - dy * sin) / (scaleX * unit), v = (dx * sin + dy * cos) / (scaleY * unit);
    pen.lineWidth = 2 * SLOP * point.pixel / unit;
    let best = Infinity;
    for (const { path } of this.figures[track.figure]) {
      if (pen.isPointInPath(path, u, v, "evenodd")) best = 0;
      else if (best > 0 && pen.isPointInStroke(path, u, v)) best = 1 + Math.hypot(dx, dy) / point.pixel;
    }
    pen.restore();
    return best;
  }

  // Draws what gestures add over the film, in the units of the window.
  paintOver(paint) {
    const { pen, canvas, film } = this, [left, bottom, width, height] = film.window, scale = canvas.width / width;
    pen.save();
    pen.setTransform(scale, 0, 0, -scale, -left * scale, (bottom + height) * scale);
    paint(pen);
    pen.restore();
  }
}
