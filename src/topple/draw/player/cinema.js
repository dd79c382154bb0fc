// Opens films in a dialog. The button around a picture holds the film of it in `data-film`.
const cinema = document.querySelector("dialog.cinema");
let player = null;
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-film]");
  if (!button) return;
  cinema.showModal();
  player = new Player(cinema.querySelector(".player"), JSON.parse(button.dataset.film));
  player.button.focus();
});
cinema.addEventListener("click", (event) => { if (event.target === cinema) cinema.close(); });
cinema.addEventListener("close", () => player.stop());
