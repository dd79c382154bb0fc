/* global Player */
// Plays one film per run, side by side.
for (const place of document.querySelectorAll("[data-film]")) {
  const answer = await fetch(place.dataset.film);
  if (answer.ok) new Player(place, await answer.json(), "h3");
  else place.textContent = "This attempt has no film.";
}
