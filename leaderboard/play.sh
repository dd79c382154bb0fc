#!/bin/sh
# Play our agents again, and enter them in leaderboard/2026: from the root of a clone,
#   sh leaderboard/play.sh            plays what is missing in runs/, then enters all agents
#   sh leaderboard/play.sh enter      enters what is in runs/
# All of it takes about four hours of two idle cores, and minutes of a GPU for dqn and birds-ranker; run it again to
# resume. Rows that would take longer, or megabytes, are limited. Learners have small budgets, which their cards state.
set -u
season=leaderboard/2026

play() { # AGENT PROTOCOL [options]
  agent=$1 protocol=$2
  shift 2
  case $agent in topple/*) who=--model ;; *) who=--agent ;; esac
  topple eval "$protocol" $who "$agent" "$@" \
    --out "runs/$(basename "$agent").$protocol" >/dev/null || echo "not played: $agent $protocol"
}

train() { # PROTOCOL AGENT [options]; $played are options of playing as well
  protocol=$1 agent=$2
  shift 2
  model=out/models/leaderboard/$agent.$protocol
  topple train "$protocol" --agent "$agent" "$@" ${played:-} --out "$model" >/dev/null &&
    play "$agent" "$protocol" ${played:-} --set model="$model"
}

enter() { # AGENT, what it was trained on
  rm -rf "$season/$1.new"
  topple submit runs/"$1".* --out "$season/$1.new" --author Topple --licence MIT --data "$2" &&
    topple verify "$season/$1.new" && rm -rf "${season:?}/$1" && mv "$season/$1.new" "$season/$1"
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
  for agent in memory oracle; do play $agent phyq-broad --set actions=100; done
  play oracle phyq-local --set actions=100 --limit 300
  # Models that are none.
  play topple/random-valid deepphy-phyre --limit 20
  for asked in yesno confidence ranking sanity; do play topple/random-valid physiq-$asked --limit 50; done
  # Learners.
  train pool-puzzles ppo --set shots=40960 --set environments=256 --set round_shots=8 --set batch=512 \
    --set epochs=10 --set learning_rate=0.001
  train rope-within ppo --set shots=61440 --set environments=64 --set round_shots=32 --set batch=512 \
    --set epochs=8 --set width=32
  train iphyre-within ppo --minutes 5 --set shots=2000000 --set environments=16 --set round_shots=150 --set batch=300 \
    --set epochs=6 --set width=32
  for protocol in phyq-broad phyq-local; do
    for agent in ddqn relational; do
      train $protocol $agent --minutes 8 --set updates=1000000 --set batch=64 --set round_games=200 \
        --set round_updates=20 --set width=16
    done
    train $protocol a2c --minutes 8 --set shots=1000000 --set environments=20 --set width=16
    train $protocol ppo --minutes 8 --set shots=1000000 --set environments=20 --set round_shots=20 --set epochs=4 \
      --set width=16
  done
  train pool-puzzles pool-ranker
  played="--set actions=500 --set ranked=3000"
  train phyre-b-within dqn --set updates=6000
  played="--set shots=240 --set near=80 --set updates=6000 --set penalty=4 --set reach=3"
  train phyq-broad birds-ranker
  topple eval phyq-broad --agent birds-ranker $played --set model=out/models/leaderboard/birds-ranker.phyq-broad \
    --unfiltered --out runs/birds-ranker.phyq-broad-unfiltered >/dev/null
  played=
  for folds in cross-5-100k-motion-023456789 within-4-varied-0-9; do
    python -m tools.records.attempts unpack docs/results/ranker/phyre-b-$folds.json.gz \
      --out runs/ranker.phyre-b-${folds%%-*}
  done
  python -m tools.records.attempts unpack docs/results/ranker/phyre-b-cross-online-0-3.json.gz \
    --out runs/ranker-o.phyre-b-cross
}

enter_all() {
  for agent in random solution kinetix-nothing pool-hard-centre pool-aimed-random pool-ghost-ball pool-mock \
    pool-planner rope-random rope-mock rope-planner pig-shooter; do
    enter $agent none
  done
  for agent in datalab-like eagles-wing-like bambirds-like kinetix-planner oracle random-valid; do
    enter $agent none
  done
  enter memory "100 listed actions on every training task of the protocol, 1,000 in phyre-b-within"
  enter ppo "a small budget of practice games on the training tasks: 41,000 shots in pool and 61,000 moves in rope, a \
minute of one core each; 1.2 million moves in I-PHYRE, 5 minutes of one core; 8,400 shots in phyq-local and 8,800 in \
phyq-broad, 8 minutes of one core each, with a quarter of the width"
  enter ddqn "a small budget: 8 minutes of two cores, 27,000 practice games and 2,700 updates of 64 shots with a quarter \
of the width, on the training tasks of each protocol"
  enter relational "a small budget: 8 minutes of two cores, 7,000 practice games and 700 updates of 64 shots with a \
quarter of the width, on the training tasks of each protocol"
  enter a2c "a small budget: 8 minutes of one core, 20,000 shots in practice games on the training tasks of each protocol, \
with a quarter of the width"
  enter dqn "a small budget: 6,000 updates on 500 actions per training task of fold 0, 3 minutes of an H200"
  enter birds-ranker "all 4,100 served tasks of the 41 training templates of phyq-broad, 1.8 million simulated shots; \
6,000 updates on one NVIDIA H200; docs/results/birds_ranker.md has settings and cost"
  enter pool-ranker "the 1,280 train and dev puzzles of fold 0, 2.5 million simulated shots; 2,000 updates on one CPU core; \
docs/results/small_rankers.md has settings and cost"
  enter ranker "PHYRE's train and dev tasks of fold 0 and simulations of them; in phyre-b-within also their stored \
solutions and 7,053 new variations of its templates; docs/results/ranker.md has settings, cost and all folds"
  enter ranker-o "PHYRE's train and dev tasks of fold 0 and simulations of them; its own attempts at the test tasks before; \
docs/results/ranker.md has settings, cost and all folds"
}

[ "${1:-}" = enter ] || play_all
enter_all
topple leaderboard build $season --out docs/leaderboard.md
