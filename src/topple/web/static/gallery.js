// Shows the levels of one kind, or leads to the one with a number.
const place = document.querySelector(".choose"), levels = [...document.querySelectorAll("[data-level]")];
const buttons = [...place.querySelectorAll("button")];

function show(kind) {
  for (const each of buttons) each.setAttribute("aria-pressed", String(each.value === kind));
  for (const each of levels)
    each.hidden = !(kind === "all" || kind === each.dataset.level || (kind === "not solved" && each.dataset.solved === "no"));
}

for (const each of buttons) each.addEventListener("click", () => show(each.value));
place.querySelector("input").addEventListener("change", ({ target }) => {
  show("all");
  levels[Number(target.value) - 1]?.querySelector("a").focus();
});
place.hidden = false;
