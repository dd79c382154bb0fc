import { say } from "../words.js";

// Hold a key or a pad down; letting go gives 0.
export class Hold {
  constructor(play, gesture) {
    Object.assign(this, { play, gesture, held: null });
    this.control = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = say(gesture.label);
    this.pads = new Map(gesture.keys.map(([key, value]) => [key, this.pad(key, value)]));
    this.control.append(legend, ...this.pads.values());
  }

  pad(key, value) {
    const pad = document.createElement("button");
    pad.type = "button";
    pad.className = "pad";
    pad.textContent = this.gesture.keys.length === 1 ? `▲ ${key}` : `${value < 0 ? "↻" : "↺"} ${key}`;
    pad.setAttribute("aria-label", `${this.gesture.label}, ${value < 0 ? "clockwise" : this.gesture.keys.length === 1 ? "on" : "counter-clockwise"}, key ${key}`);
    pad.setAttribute("aria-pressed", "false");
    pad.addEventListener("pointerdown", (event) => {
      pad.setPointerCapture(event.pointerId);
      this.press(key);
    });
    for (const name of ["pointerup", "pointercancel"]) pad.addEventListener(name, () => this.release(key));
    return pad;
  }

  key(event, down) {
    const onPad = [" ", "Enter"].includes(event.key) && [...this.pads].find(([, pad]) => pad === event.target);
    const key = onPad ? onPad[0] : event.key;
    if (!this.pads.has(key)) return false;
    if (!event.repeat) { if (down) this.press(key); else this.release(key); }
    return true;
  }

  press(key) {
    if (this.held === key) return;
    this.held = key;
    this.show();
    this.play.send(this.gesture, [this.gesture.keys.find(([each]) => each === key)[1]]);
  }

  release(key) {
    if (this.held !== key) return;
    this.held = null;
    this.show();
    this.play.send(this.gesture, [0]);
  }

  show() { for (const [key, pad] of this.pads) pad.setAttribute("aria-pressed", String(key === this.held)); }
}
