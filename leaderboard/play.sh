#!/bin/sh
# Play our agents again, and enter them in leaderboard/2026: from the root of a clone,
#   sh leaderboard/play.sh            plays what is missing in runs/, then enters all agents
#   sh leaderboard/play.sh enter      enters what is in runs/
# All of it takes about two hours of two idle cores; run it again to resume. Rows that would take longer, or
# megabytes, are limited. Learners make a fixed number of steps: small budgets, which their cards state.
set -u
season=leaderboard/2026

play() { # AGENT PROTOCOL [options]
  agent=$1 protocol=$2
  shift 2
  case $agent in topple/*) who=--model ;; *) who=--agent ;; esac
  topple eval "$protocol" $who "$agent" "$@" \
    --out "runs/$(basename "$agent").$protocol" >/dev/null || echo "not played: $agent $protocol"
}

train() { # PROTOCOL AGENT [options]
  protocol=$1 agent=$2
  shift 2
  model=out/models/leaderboard/$agent.$protocol
  topple train "$protocol" --agent "$agent" "$@" --out "$model" >/dev/null &&
    play "$agent" "$protocol" --set model="$model"
}

enter() { # AGENT, what it was trained on, [options of verify]
  rm -rf "$season/$1.new"
  topple submit runs/"$1".* --out "$season/$1.new" --author Topple --licence MIT --data "$2" &&
    topple verify "$season/$1.new" ${3:-} && rm -rf "${season:?}/$1" && mv "$season/$1.new" "$season/$1"
}

play_all() {
  # I-PHYRE, Kinetix, pool and rope: all tasks of fold 0.
  for protocol in iphyre-within iphyre-cross iphyre-basic-to-all kinetix-s kinetix-m kinetix-l pool-puzzles \
    pool-puzzles-cross pool-nine-ball pool-nine-ball-shaky rope-within rope-cross rope-packs; do
    play random $protocol
    play solution $protocol
  done
  for protocol in kinetix-s kinetix-m kinetix-l; do play kinetix-nothing $protocol; done
  for protocol in kinetix-s kinetix-m; do play kinetix-planner $protocol; done
  for agent in pool-hard-centre pool-aimed-random pool-ghost-ball pool-mock pool-planner; do
    play $agent pool-nine-ball
  done
  for agent in rope-random rope-mock rope-planner; do play $agent rope-packs; done
  for protocol in rope-within rope-cross; do play rope-planner $protocol; done
  for protocol in iphyre-within iphyre-cross iphyre-basic-to-all kinetix-s kinetix-m kinetix-l pool-puzzles \
    rope-within; do
    for agent in memory oracle; do play $agent $protocol --set actions=100; done
  done
  for protocol in rope-cross rope-packs; do play memory $protocol --set actions=100; done
  # PHYRE. Random play makes up to 100 attempts per task.
  for protocol in phyre-b-within phyre-b-cross; do
    play random $protocol --set listed=true --limit 100
    play solution $protocol
  done
  play memory phyre-b-within --set actions=1000
  play oracle phyre-b-within --set actions=100
  play memory phyre-b-cross --set actions=100 --limit 100
  for protocol in phyre-2b-within phyre-2b-cross; do
    play random $protocol --set listed=true --limit 50
    play solution $protocol
  done
  # Phy-Q. Random play makes 50 attempts per task; the champions' ideas think for long.
  play random phyq-people
  play random phyq-broad --limit 68
  play random phyq-local --limit 75
  for protocol in phyq-people phyq-broad phyq-local; do play solution $protocol; done
  for protocol in phyq-broad phyq-local; do play pig-shooter $protocol; done
  for agent in datalab-like eagles-wing-like bambirds-like; do
    for protocol in phyq-broad phyq-local; do play $agent $protocol; done
  done
  # Models that are none.
  play topple/random-valid deepphy-phyre --limit 20
  for asked in yesno confidence ranking sanity; do play topple/random-valid physiq-$asked --limit 50; done
  # Learners.
  train pool-puzzles ppo --set shots=40960 --set environments=256 --set round_shots=8 --set batch=512 \
    --set epochs=10 --set learning_rate=0.001
  train rope-within ppo --set shots=61440 --set environments=64 --set round_shots=32 --set batch=512 \
    --set epochs=8 --set width=32
  train iphyre-within ppo --set shots=96000 --set environments=16 --set round_shots=150 --set batch=300 \
    --set epochs=6 --set width=32
  train phyq-local ppo --set shots=1000 --set width=8 --set round_shots=20 --set epochs=4
  train kinetix-s kinetix-ppo --set steps=100000
  train kinetix-m kinetix-ppo --set steps=100000
  train phyre-b-within dqn --set updates=300 --set width=16 --set hidden=64 --set actions=100
  for fold in cross-generated-0-4 within; do
    python -m tools.records.attempts unpack docs/results/ranker/phyre-b-$fold.json.gz \
      --out runs/ranker.phyre-b-${fold%%-*}
  done
}

enter_all() {
  for agent in random solution kinetix-nothing pool-hard-centre pool-aimed-random pool-ghost-ball pool-mock \
    pool-planner rope-random rope-mock rope-planner pig-shooter; do
    enter $agent none --reproduce
  done
  for agent in datalab-like eagles-wing-like bambirds-like kinetix-planner oracle random-valid; do
    enter $agent none
  done
  enter memory "100 listed actions on every training task of the protocol, 1,000 in phyre-b-within"
  enter ppo "a small budget of practice games on the training tasks: 41,000 shots in pool, 61,000 moves in rope, \
96,000 in I-PHYRE, 1,000 shots in birds; about a minute of one core each"
  enter kinetix-ppo "a small budget: 100,000 steps on random levels of the same size, a minute of one core"
  enter dqn "a small budget: 300 updates on 100 actions per training task of fold 0, with a quarter of the width"
  enter ranker "PHYRE's train and dev tasks of fold 0 and simulations of them; across templates also changed copies of \
these tasks and 8,000 generated scenes of no template; docs/results/ranker.md has settings, cost and all folds"
}

[ "${1:-}" = enter ] || play_all
enter_all
topple leaderboard build $season --out docs/leaderboard.md
