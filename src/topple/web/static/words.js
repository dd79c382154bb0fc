// The words of a page; a study may give them in another language.
const given = JSON.parse(document.querySelector("[data-words]")?.dataset.words ?? "{}");

// Returns a phrase with facts in their places; `Remove block {number}` is for every number.
export function say(phrase, facts = {}) {
  const [number] = phrase.match(/\d+/) ?? [];
  const found = given[phrase] ?? (number && given[phrase.replace(number, "{number}")]);
  return Object.entries({ number, ...facts }).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), found ?? phrase);
}
