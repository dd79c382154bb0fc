import { Numbers } from "../numbers.js";

const SVG = "http://www.w3.org/2000/svg";

const KEYS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// Drag back from the ball: the shot goes the other way. A small ball sets where the stick hits it.
export class Aim {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture, aiming: false, shown: false });
    this.numbers = new Numbers(gesture, (values) => play.send(gesture, values), () => this.show());
    this.numbers.show("Shoot");
    this.control = this.numbers.element;
    this.control.insertBefore(this.ball(), this.numbers.button);
  }

  ball() {
    const ball = document.createElementNS(SVG, "svg"), rim = document.createElementNS(SVG, "circle");
    this.spot = document.createElementNS(SVG, "circle");
    ball.setAttribute("viewBox", "-1 -1 2 2");
    ball.setAttribute("aria-label", "Where the stick hits the ball");
    for (const [name, value] of [["r", 0.95], ["fill", "#f4f1e8"], ["stroke", "#62656e"], ["stroke-width", 0.05]]) rim.setAttribute(name, value);
    for (const [name, value] of [["r", 0.12], ["fill", "#0f6f8c"]]) this.spot.setAttribute(name, value);
    ball.append(rim, this.spot);
    const hit = (event) => {
      if (!event.buttons) return;
      const box = ball.getBoundingClientRect(), most = this.gesture.numbers[2].most;
      const x = (event.clientX - box.left) / box.width * 2 - 1, y = 1 - (event.clientY - box.top) / box.height * 2;
      const shrink = Math.min(1, most / Math.max(Math.hypot(x, y), 1e-9));
      const [angle, speed] = this.numbers.values();
      // The shooter's left is positive.
      this.numbers.set([angle, speed, -x * shrink, y * shrink]);
      this.show();
    };
    ball.addEventListener("pointerdown", hit);
    ball.addEventListener("pointermove", hit);
    return ball;
  }

  down(point) {
    this.aiming = true;
    this.move(point);
    return true;
  }

  move(point) {
    if (!this.aiming) return;
    const { x, y, reach, numbers } = this.gesture, [, , side, height] = this.numbers.values();
    const far = Math.hypot(x - point.x, y - point.y);
    const angle = (Math.atan2(y - point.y, x - point.x) * 180 / Math.PI + 360) % 360;
    const speed = numbers[1].least + Math.min(1, far / reach) * (numbers[1].most - numbers[1].least);
    this.numbers.set([angle, speed, side, height]);
    this.show();
  }

  up() { this.aiming = false; }

  // Left and right turn the stick, up and down change the speed, Enter shoots.
  key(event, down) {
    const way = KEYS[event.key];
    if (!down || event.target !== this.play.canvas || !(way || event.key === "Enter")) return false;
    const values = this.numbers.values(), [angle, speed] = this.gesture.numbers, step = event.shiftKey ? 0.1 : 1;
    if (!way) { this.play.send(this.gesture, values); return true; }
    values[0] = (values[0] + way[0] * step + angle.most) % angle.most;
    values[1] += way[1] * step * (speed.most - speed.least) / 50;
    this.numbers.set(values);
    this.show();
    return true;
  }

  show() {
    this.shown = true;
    const [, , side, height] = this.numbers.values();
    this.spot.setAttribute("cx", -side);
    this.spot.setAttribute("cy", -height);
    this.play.draw();
  }

  draw(pen) {
    if (!this.shown) return;
    const { x, y, radius, reach, numbers } = this.gesture, [angle, speed] = this.numbers.values();
    const turn = angle * Math.PI / 180, pixel = this.play.pixel();
    const share = (speed - numbers[1].least) / (numbers[1].most - numbers[1].least);
    const near = radius * 1.2, far = near + share * reach + radius;
    pen.lineCap = "round";
    pen.lineWidth = 6 * pixel;
    pen.strokeStyle = "#c9974d";
    pen.beginPath();
    pen.moveTo(x - near * Math.cos(turn), y - near * Math.sin(turn));
    pen.lineTo(x - far * Math.cos(turn), y - far * Math.sin(turn));
    pen.stroke();
    pen.lineWidth = 2 * pixel;
    pen.strokeStyle = "#ffffff";
    pen.beginPath();
    pen.moveTo(x + near * Math.cos(turn), y + near * Math.sin(turn));
    pen.lineTo(x + 3 * radius * Math.cos(turn), y + 3 * radius * Math.sin(turn));
    pen.stroke();
  }
}
