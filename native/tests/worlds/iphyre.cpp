// Random levels of I-PHYRE: games end, repeat themselves, rewind and continue from a snapshot.
#include "worlds/iphyre/game.hpp"

#include <cmath>
#include <limits>

#include "tests/checks.hpp"

using namespace topple;
using namespace topple::iphyre;
using namespace testing;

namespace {

// Bodies may overlap and be tied in any way.
Level random_level(Random& random) {
    Level level;
    const int blocks = random.below(9), balls = 1 + random.below(3);
    for (int i = 0; i < blocks; ++i) {
        const double x = random.between(0, 600), y = random.between(0, 600);
        const double turn = random.between(0, 3.2), half = random.between(1, 150);
        level.blocks.push_back({x - half * std::cos(turn), y - half * std::sin(turn),
                                x + half * std::cos(turn), y + half * std::sin(turn)});
    }
    for (int i = 0; i < balls; ++i)
        level.balls.push_back(
            {random.between(0, 600), random.between(0, 600), random.between(5, 60)});
    int removable = 0;
    for (int i = 0; i < blocks + balls; ++i) {
        const bool moves = i >= blocks || random.one_in(3);
        level.moving.push_back(moves);
        level.eliminable.push_back(!moves && removable < kMostEliminable && random.one_in(2));
        removable += level.eliminable.back();
    }
    for (auto* ties : {&level.links, &level.springs})
        for (int i = random.below(3); i > 0; --i) {
            const int first = random.below(blocks + balls), second = blocks + random.below(balls);
            if (first != second) ties->push_back({first, second});
        }
    level.rate = random.one_in(2) ? 60 : 10;
    level.prior_resets = random.below(3);
    return level;
}

std::vector<Removal> random_plan(Random& random, const Level& level) {
    std::vector<Removal> plan;
    int step = 0;
    for (int i = 0; i < level.objects(); ++i)
        if (level.eliminable[i] && !random.one_in(4)) {
            step += random.below(2 * level.rate);
            plan.push_back({step, i});
        }
    return plan;
}

void go_on(Game& game, const std::vector<Removal>& plan, int steps) {
    while (!game.over() && game.steps() < steps) {
        for (const Removal& removal : plan)
            if (removal.step == game.steps()) game.remove(removal.block);
        game.step();
    }
}

}  // namespace

TEST(a_game_ends_and_repeats_itself_from_any_moment) {
    Random random(18);
    for (int round = 0; round < rounds(300); ++round) {
        const Level made = random_level(random);
        check(made);
        const auto level = std::make_shared<const Level>(made);
        const auto plan = random_plan(random, made);
        const Play first = play(level, plan.data(), plan.size(), 7);
        CHECK(first.steps <= made.most_steps());
        for (const iphyre::Pose& pose : first.frames)
            for (double number : pose) CHECK(std::isfinite(number));

        Game game(level);
        go_on(game, plan, random.below(made.most_steps()));
        const auto mark = game.mark();
        const auto twin = Game::restore(level, game.snapshot());
        CHECK(twin->digest() == game.digest());
        go_on(game, {}, made.most_steps());
        game.rewind(mark);
        go_on(game, plan, made.most_steps());
        CHECK(game.digest() == first.digest && game.reward() == first.reward);
        go_on(*twin, plan, made.most_steps());
        CHECK(twin->digest() == first.digest && twin->table() == game.table());
        CHECK_THROWS(twin->rewind(mark), SceneError, "another game");
    }
}

TEST(a_damaged_snapshot_is_refused) {
    Random random(19);
    Level made = random_level(random);
    while (random_plan(random, made).size() < 2) made = random_level(random);
    const auto level = std::make_shared<const Level>(made);
    Game game(level);
    go_on(game, random_plan(random, made), made.most_steps());
    const std::string good = game.snapshot();
    for (size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        CHECK_THROWS(Game::restore(level, bad), SceneError, "");
        CHECK_THROWS(Game::restore(level, good.substr(0, at)), SceneError, "");
    }
}

TEST(a_level_that_the_engine_cannot_simulate_is_refused) {
    Level good;
    good.blocks = {{0, 100, 100, 100}};
    good.balls = {{50, 50, 20}};
    good.eliminable = {true, false};
    good.moving = {false, true};
    check(good);
    const auto refused = [&](auto change, const char* words) {
        Level bad = good;
        change(bad);
        CHECK_THROWS(check(bad), SceneError, words);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    refused([](Level& l) { l.balls.clear(), l.eliminable.pop_back(), l.moving.pop_back(); }, "ball");
    refused([](Level& l) { l.blocks[0] = {5, 5, 5, 5}; }, "shorter");
    refused([](Level& l) { l.blocks[0][2] = NAN; }, "farther");
    refused([&](Level& l) { l.balls[0][0] = infinity; }, "farther");
    refused([](Level& l) { l.balls[0][2] = NAN; }, "radius");
    refused([](Level& l) { l.moving[0] = true; }, "eliminable");
    refused([](Level& l) { l.moving[1] = false; }, "move");
    refused([](Level& l) { l.moving.pop_back(); }, "flags");
    refused([](Level& l) { l.links = {{0, 2}}; }, "not there");
    refused([](Level& l) { l.links = {{-1, 1}}; }, "not there");
    refused([](Level& l) { l.springs = {{1, 1}}; }, "itself");
    refused([](Level& l) { l.rate = 0; }, "rate");
    refused([](Level& l) { l.prior_resets = -1; }, "resets");
    refused([](Level& l) { l.blocks.resize(12, l.blocks[0]); }, "12 objects");
}
