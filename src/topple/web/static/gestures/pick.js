import { say } from "../words.js";

// Press a thing, or its button.
export class Pick {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture });
    this.control = document.createElement("button");
    this.control.type = "button";
    this.control.textContent = say(gesture.label);
    this.control.addEventListener("click", () => play.send(gesture, []));
  }

  // Returns how near a press is: 0 on the thing, Infinity if it is another's.
  distance(point) {
    const { bodies, disc, anywhere } = this.gesture;
    if (disc) return Math.hypot(point.x - disc[0], point.y - disc[1]) <= disc[2] ? 0 : Infinity;
    if (bodies.length) return this.play.distance(point, bodies);
    return anywhere ? 1e9 : Infinity;
  }

  down() {
    this.play.send(this.gesture, []);
    return true;
  }
}
