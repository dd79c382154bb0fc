// Keeps the counts of runs up to date.
const EVERY = 2000; // milliseconds

async function renew() {
  const answer = await fetch("/runs");
  for (const run of answer.ok ? await answer.json() : []) {
    const row = document.querySelector(`[data-run="${run.number}"]`);
    row.querySelector(".tasks").textContent = run.tasks;
    row.querySelector(".state").textContent = run.state;
    for (const [outcome, count] of Object.entries(run.outcomes)) row.querySelector(`.${outcome}`).textContent = count;
  }
}

setInterval(() => { if (!document.hidden) renew().catch(() => {}); }, EVERY);
