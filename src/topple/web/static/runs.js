// Keeps the counts of runs up to date: asks, waits for the answer, and asks again some time after it.
const PAUSE = 2000; // milliseconds

async function renew() {
  const answer = await fetch("/runs");
  for (const run of answer.ok ? await answer.json() : []) {
    const row = document.querySelector(`[data-run="${run.number}"]`);
    row.querySelector(".tasks").textContent = run.tasks;
    row.querySelector(".state").textContent = run.state;
    for (const [outcome, count] of Object.entries(run.outcomes)) row.querySelector(`.${outcome}`).textContent = count;
  }
}

for (;;) {
  await new Promise((done) => setTimeout(done, PAUSE));
  if (!document.hidden) await renew().catch(() => {});
}
