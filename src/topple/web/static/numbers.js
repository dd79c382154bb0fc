import { say } from "./words.js";

let opened = false;

// Fields for the numbers of a gesture, and a button that makes it: enough for a keyboard alone.
export class Numbers {
  constructor(gesture, send, changed = () => {}) {
    this.gesture = gesture;
    this.element = document.createElement("fieldset");
    this.element.className = gesture.kind;
    const legend = document.createElement("legend");
    legend.textContent = say(gesture.label);
    this.inputs = gesture.numbers.map((number) => this.field(number, changed));
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "first";
    this.button.textContent = say("Go");
    this.button.setAttribute("aria-label", say(gesture.label));
    this.button.addEventListener("click", () => send(this.values()));
    this.element.append(legend, this.folded());
    this.element.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.tagName === "INPUT") send(this.values()); });
  }

  // Shows the button under a name of its own, for gestures that a pointer prepares and does not make.
  show(name) {
    this.button.textContent = say(name);
    this.element.insertBefore(this.button, this.element.querySelector("details"));
  }

  // Exact numbers wait behind a word; once it was opened, it stays open.
  folded() {
    const details = document.createElement("details"), summary = document.createElement("summary");
    summary.textContent = say("Numbers");
    details.open = opened;
    details.addEventListener("toggle", () => { opened = details.open; });
    details.append(summary, ...this.inputs.map((input) => input.parentElement), this.button);
    return details;
  }

  // Returns the numbers in words, for those who do not see them.
  spoken() { return this.gesture.numbers.map(({ name }, i) => `${name} ${Number(Number(this.inputs[i].value).toFixed(2))}`).join(", "); }

  field({ name, least, most, step, start }, changed) {
    const label = document.createElement("label"), input = document.createElement("input");
    label.append(name, input);
    Object.assign(input, { type: "number", min: least, max: most, step: "any", name });
    const middle = (least + most) / 2;
    input.value = start ?? (step ? Math.round(middle / step) * step : middle);
    input.addEventListener("input", changed);
    // Arrow keys change the number by a sensible step, whatever digits it has.
    input.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const next = Number(input.value) + way * (step ?? (most - least) / 100);
      input.value = Math.min(most, Math.max(least, Number(next.toFixed(6))));
      changed();
    });
    return input;
  }

  values() { return this.inputs.map((input) => Number(input.value)); }

  // Rounds and limits what a pointer gives.
  set(values) {
    values.forEach((value, i) => {
      const { least, most, step } = this.gesture.numbers[i];
      const rounded = step ? Math.round(value / step) * step : Number(value.toFixed(5));
      this.inputs[i].value = Math.min(most, Math.max(least, rounded));
    });
  }
}
