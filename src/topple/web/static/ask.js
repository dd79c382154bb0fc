// Asks the server. Every message may be sent again: the server knows what it has already done.
import { say } from "./words.js";

const SLOW = 20000; // milliseconds without an answer after which a message is sent again
const WAITS = [500, 1000, 2000, 4000, 8000]; // milliseconds before it is sent again; the last one stays
const OLD = 409; // the status of a page that is not up to date

// A mistake, with the sentence that the server wrote. `passes` says that it may be gone the next time,
// and `shown` that the place for troubles tells it already.
export class Fault extends Error {
  constructor(words, status) {
    super(words);
    this.status = status;
    this.shown = false;
    this.passes = status === 0 || status === 429 || status >= 500;
  }
}

// Returns the words of an answer that is a mistake, whoever wrote it.
function words(answer, text) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (kind.startsWith("text/plain") && text.length < 300) return text;
  try {
    const { error, hint } = JSON.parse(text);
    if (error) return [error, hint].filter(Boolean).join(": ");
  } catch { /* a page of another server, such as a proxy */ }
  return `the server answers ${answer.status} ${answer.statusText}`.trim();
}

// Asks once; a mistake becomes a Fault.
export async function ask(path, content, options = {}) {
  let answer, text;
  try {
    answer = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
      signal: AbortSignal.timeout(SLOW), ...options,
    });
    text = await answer.text();
  } catch { throw new Fault("there is no connection", 0); }
  if (!answer.ok) throw new Fault(words(answer, text), answer.status);
  try { return JSON.parse(text); } catch { throw new Fault("the answer is not complete", 0); }
}

// Asks until there is an answer, and says so meanwhile; only a mistake that stays is thrown.
export async function insist(path, content) {
  for (let tries = 0; ; tries++) {
    try {
      const found = await ask(path, content);
      if (tries) hide();
      return found;
    } catch (error) {
      if (!error.passes) {
        error.shown = error.status === OLD;
        if (error.shown) show(`${error.message}.`, say("Reload the page"), () => location.reload());
        else if (tries) hide();
        throw error;
      }
      await trouble(error.message, WAITS[Math.min(tries, WAITS.length - 1)]);
    }
  }
}

// Waits before a message is sent again, or until a person presses the button.
function trouble(words, wait) {
  return new Promise((done) => {
    const timer = setTimeout(done, wait);
    const told = say("Not sent yet: {why}. Nothing is lost: it is sent again by itself. Leave this page open.", { why: words });
    show(told, say("Send it now"), () => { clearTimeout(timer); done(); });
  });
}

const place = document.querySelector(".trouble");

// Shows words and a button in the place of the page for troubles.
export function show(words, label, action) {
  const [said, button] = place.children;
  said.textContent = words[0].toUpperCase() + words.slice(1);
  button.textContent = label;
  button.onclick = action;
  place.hidden = false;
}

export function hide() { place.hidden = true; }
