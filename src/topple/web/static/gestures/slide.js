import { Numbers } from "../numbers.js";

// Drag a thing along a line.
export class Slide {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture, dragged: false });
    this.numbers = new Numbers(gesture, (values) => play.send(gesture, values));
    this.control = this.numbers.element;
  }

  distance(point) { return this.play.distance(point, this.gesture.bodies); }

  down() {
    this.dragged = true;
    return true;
  }

  move(point) {
    if (!this.dragged) return;
    const [[ax, ay], [bx, by]] = this.gesture.ends, length = (bx - ax) ** 2 + (by - ay) ** 2;
    this.numbers.set([((point.x - ax) * (bx - ax) + (point.y - ay) * (by - ay)) / length]);
    this.play.draw();
  }

  up() {
    this.dragged = false;
    this.play.send(this.gesture, this.numbers.values());
  }

  draw(pen) {
    if (!this.dragged) return;
    const [[ax, ay], [bx, by]] = this.gesture.ends, [share] = this.numbers.values();
    pen.beginPath();
    pen.arc(ax + (bx - ax) * share, ay + (by - ay) * share, 8 * this.play.pixel(), 0, 2 * Math.PI);
    pen.fillStyle = "#0f6f8c";
    pen.fill();
  }
}
