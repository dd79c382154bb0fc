import { Numbers } from "../numbers.js";
import { ask } from "../ask.js";
import { say } from "../words.js";

const EVERY = 50; // milliseconds between questions whether a place is free
const NEAR = 3; // pixels within which a press is no drag

const FAST = 4; // units per key; with Shift, one
const KEYS = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0],
  "+": [0, 0, 1], "=": [0, 0, 1], "-": [0, 0, -1] };

// Press to set the centre of a disc, drag to set its radius; press inside a disc to move it.
export class Place {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture, placed: 0, drag: null, refused: "", asked: 0 });
    this.numbers = new Numbers(gesture, (values) => play.send(gesture, values), () => {
      this.placed = gesture.inks.length;
      this.check();
    });
    this.control = this.numbers.element;
    this.numbers.show("Drop");
  }

  discs() {
    const values = this.numbers.values();
    return this.gesture.inks.map((ink, i) => ({ ink, x: values[3 * i], y: values[3 * i + 1], r: values[3 * i + 2] }));
  }

  down(point) {
    const discs = this.discs(), inside = ({ x, y, r }) => Math.hypot(point.x - x, point.y - y) <= r;
    const held = discs.slice(0, this.placed).findIndex(inside);
    const disc = held >= 0 ? held : Math.min(this.placed, discs.length - 1);
    this.drag = { disc, from: point, moves: held >= 0, r: discs[disc].r, at: discs[disc] };
    if (held < 0) {
      this.placed = Math.max(this.placed, disc + 1);
      this.put(disc, point.x, point.y, discs[disc].r);
    }
    return true;
  }

  // Arrow keys move a disc, plus and minus change its radius, Enter sets it down and at last drops all.
  key(event, down) {
    const way = KEYS[event.key], discs = this.discs();
    if (!down || event.target !== this.play.canvas || !(way || event.key === "Enter")) return false;
    if (event.key === "Enter" && this.placed === discs.length) this.play.send(this.gesture, this.numbers.values());
    if (event.key === "Enter" && this.placed < discs.length) this.placed += 1;
    const disc = Math.max(0, this.placed - 1), { x, y, r } = discs[disc], step = event.shiftKey ? 1 : FAST;
    this.placed = Math.max(this.placed, 1);
    if (way) this.put(disc, x + way[0] * step, y + way[1] * step, r + way[2] * step);
    else this.play.draw();
    return true;
  }

  move(point) {
    if (!this.drag) return;
    const { disc, from, moves, r, at } = this.drag;
    const far = Math.hypot(point.x - from.x, point.y - from.y);
    if (moves) this.put(disc, at.x + point.x - from.x, at.y + point.y - from.y, r);
    else this.put(disc, from.x, from.y, far > NEAR * point.pixel ? far : r);
  }

  up() { this.drag = null; this.check(true); }

  put(disc, x, y, r) {
    const values = this.numbers.values();
    values.splice(3 * disc, 3, x, y, r);
    this.numbers.set(values);
    this.check();
    this.play.draw();
  }

  async check(last = false) {
    const now = performance.now();
    if (this.placed < this.gesture.inks.length || (!last && now - this.asked < EVERY)) return;
    this.asked = now;
    const done = { name: this.gesture.name, numbers: this.numbers.values(), at: 0 };
    let refused = "";
    try {
      ({ refused } = await ask(this.play.paths.refusal, { ...this.play.named(), done }));
    } catch (error) { refused = error.message; }
    if (this.asked !== now) return; // a later question is under way
    this.refused = refused;
    this.play.say(refused && say("Not possible: {why}", { why: refused }), "refused");
    this.play.draw();
  }

  draw(pen) {
    this.drawCross(pen);
    for (const { ink, x, y, r } of this.discs().slice(0, this.placed)) {
      pen.beginPath();
      pen.arc(x, y, r, 0, 2 * Math.PI);
      pen.globalAlpha = this.refused ? 0.35 : 0.8;
      pen.fillStyle = ink;
      pen.fill();
      pen.globalAlpha = 1;
      pen.lineWidth = 2 * this.play.pixel();
      pen.strokeStyle = this.refused ? "#c0332b" : "#26282e";
      pen.stroke();
    }
  }

  // A cross-hair shows where the keys have brought the last disc.
  drawCross(pen) {
    if (!this.placed || document.activeElement !== this.play.canvas) return;
    const { x, y } = this.discs()[this.placed - 1], long = 14 * this.play.pixel();
    pen.lineWidth = this.play.pixel();
    pen.strokeStyle = "#26282e";
    for (const [dx, dy] of [[1, 0], [0, 1]]) {
      pen.beginPath();
      pen.moveTo(x - dx * 3 * long, y - dy * 3 * long);
      pen.lineTo(x + dx * 3 * long, y + dy * 3 * long);
      pen.stroke();
    }
  }
}
