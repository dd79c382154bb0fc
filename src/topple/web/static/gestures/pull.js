import { Numbers } from "../numbers.js";

const GRAB = 44; // pixels around the thing that take hold of it
const FULL = 90; // pixels of the longest drag, at least: a small thing is pulled as finely as a large one
const LEAST = 0.05; // a drag below this share of the reach is none

// Drag a thing back and let go.
export class Pull {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture, from: null, pulled: null });
    this.numbers = new Numbers(gesture, (values) => play.send(gesture, values));
    this.control = this.numbers.element;
  }

  down(point) {
    const { x, y, reach } = this.gesture;
    if (Math.hypot(point.x - x, point.y - y) > Math.max(reach, GRAB * point.pixel)) return false;
    this.from = point;
    return true;
  }

  move(point) {
    if (!this.from) return;
    const { reach } = this.gesture, unit = reach / Math.max(reach, FULL * point.pixel);
    const right = (point.x - this.from.x) * unit, up = (point.y - this.from.y) * unit;
    const shrink = Math.min(1, reach / Math.max(Math.hypot(right, up), 1e-9));
    this.numbers.set([right * shrink, up * shrink]);
    this.pulled = this.numbers.values();
    this.play.draw();
  }

  up() {
    const { pulled } = this;
    this.from = this.pulled = null;
    if (pulled && Math.hypot(...pulled) > LEAST * this.gesture.reach) this.play.send(this.gesture, pulled);
    else this.play.draw();
  }

  draw(pen) {
    if (!this.pulled) return;
    const { x, y } = this.gesture, [right, up] = this.pulled, pixel = this.play.pixel();
    pen.lineWidth = 4 * pixel;
    pen.lineCap = "round";
    pen.strokeStyle = "#5a3a22";
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + right, y + up);
    pen.stroke();
    pen.beginPath();
    pen.arc(x + right, y + up, 9 * pixel, 0, 2 * Math.PI);
    pen.fillStyle = "#c0332b";
    pen.fill();
  }
}
