// A slider gives an answer only once it was moved; until then it looks as if it had none.
for (const each of document.querySelectorAll(".slider")) {
  const [shown, sent] = each.querySelectorAll("input");
  const show = () => each.classList.toggle("untouched", !sent.value);
  const take = () => { sent.value = Number(Number(shown.value).toPrecision(6)); show(); };
  for (const event of ["input", "change", "pointerup"]) shown.addEventListener(event, take);
  show();
}
