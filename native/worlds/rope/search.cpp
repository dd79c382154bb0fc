#include "worlds/rope/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "core/maths.hpp"
#include "worlds/rope/encounters.hpp"

namespace topple::rope {
namespace {

constexpr double kStill = 0.05;                  // speed of a candy at rest
constexpr double kPlaces[] = {0.0, 0.25, 0.5, 0.75, 1.0};
constexpr int kFurther = 1;                      // more calls that are tried for the last stars
constexpr size_t kMostFound = 4000;

struct Node {
    State state;
    std::vector<Move> moves;
    double score = 0.0;
};

class Search {
  public:
    Search(const Level& level, const SearchOptions& options) : level_(level), options_(options) {
        for (const Star& star : level.stars) timed_ |= star.expires > 0;
        for (const Pin& pin : level.pins) timed_ |= pin.crawler;
        for (const ActivePin& pin : level.active_pins) timed_ |= pin.crawler;
        timed_ |= !level.gates.empty();
    }

    Searched run() {
        std::vector<Node> nodes{{start(level_), {}, 0.0}};
        int last = options_.depth;
        for (int depth = 0; depth <= last && !nodes.empty(); ++depth) {
            std::vector<Node> children;
            for (const Node& node : nodes) expand(node, depth < last, children);
            if (best_ == static_cast<int>(level_.stars.size())) break;
            if (best_ >= 0) last = std::min(last, first_ + kFurther);
            else first_ = depth + 1;
            nodes = kept(std::move(children));
        }
        return {chosen(), tried_};
    }

  private:
    // Let time pass after a node; try every call at every moment, and note a solution.
    void expand(const Node& node, bool branches, std::vector<Node>& children) {
        const int tick = level_.steps(options_.tick);
        State s = node.state;
        const int from = s.steps, latest = from + level_.steps(options_.wait);
        while (s.ending == Ending::none && s.steps <= from + level_.steps(kRunOn)) {
            if (branches && s.steps <= latest) try_calls(node, s, children);
            if (!timed_ && at_rest(s)) return;  // a later moment would be the same
            for (int i = 0; i < tick; ++i) step(level_, s);
        }
        if (s.ending == Ending::eaten) note_solution(node, s);
    }

    bool at_rest(const State& s) const {
        for (int i = 0; i < kMostCandies; ++i) {
            const Body& b = s.bodies[i];
            if (b.exit != kNone) return false;
            if (!b.gone && b.vx * b.vx + b.vy * b.vy > kStill * kStill) return false;
        }
        // A fall from rest, and a candy that turns back at the end of a swing, are still for a moment.
        State later = s;
        for (int i = level_.steps(kTapEvery); i > 0; --i) step(level_, later);
        for (int i = 0; i < kMostCandies; ++i) {
            const Body& b = later.bodies[i];
            if (!b.gone && b.vx * b.vx + b.vy * b.vy > kStill * kStill) return false;
        }
        return s.places == s.targets;
    }

    void try_calls(const Node& node, const State& s, std::vector<Node>& children) {
        uint32_t pins = 0, active = 0, pulleys = 0;
        for (size_t r = 0; r < level_.ropes.size(); ++r) {
            if (s.ties[r].candy == kNone) continue;
            const Rope& rope = level_.ropes[r];
            (rope.holder == Holder::pin ? pins : rope.holder == Holder::pulley ? pulleys : active) |=
                1u << rope.index;
        }
        for (int i = 0; i < kMostPins; ++i) {
            if (pins >> i & 1) add(node, s, {s.steps, Verb::cut_pin, i, 0.0}, 1, children);
            if (active >> i & 1) add(node, s, {s.steps, Verb::cut_active_pin, i, 0.0}, 1, children);
        }
        for (int i = 0; i < kMostPulleys; ++i) {
            if (!(pulleys >> i & 1)) continue;
            add(node, s, {s.steps, Verb::cut_pulley, i, 0.0}, 1, children);
            for (double place : kPlaces)
                if (s.targets[i] != place)
                    add(node, s, {s.steps, Verb::move_pulley, i, place}, 1, children);
        }
        for (const Body& body : s.bodies)
            if (body.bubble != kNone)
                add(node, s, {s.steps, Verb::pop, body.bubble, 0.0}, 1, children);
        for (int i = 0; i < static_cast<int>(level_.cushions.size()); ++i)
            if (in_jet(level_, s, i, 0) || in_jet(level_, s, i, 1))
                for (int taps : {1, 3}) add(node, s, {s.steps, Verb::tap, i, 0.0}, taps, children);
    }

    // Carry a call out, and let the time pass before a player may act again.
    void add(const Node& node, const State& s, const Call& call, int taps,
             std::vector<Node>& children) {
        ++tried_;
        Node child{s, node.moves, 0.0};
        child.moves.push_back({call, taps});
        for (int tap = 0; tap < taps; ++tap) {
            act(level_, child.state, call);
            const double pause = tap + 1 < taps ? kTapEvery : kAfter;
            for (int i = level_.steps(pause); i > 0; --i) step(level_, child.state);
        }
        if (child.state.ending == Ending::eaten) note_solution(child, child.state);
        if (child.state.ending != Ending::none) return;
        child.score = score(child.state);
        if (seen_.insert(key(child.state)).second) children.push_back(std::move(child));
    }

    double score(const State& s) const {
        double distance = 0.0;
        for (const Body& b : s.bodies)
            if (!b.gone)
                distance = std::max(distance, maths::hypot(b.x - level_.mouth[0], b.y - level_.mouth[1]));
        const bool whole = s.bodies[0].gone || s.bodies[1].gone;
        return 30.0 * std::popcount(s.stars) - distance - (whole ? 0.0 : 20.0);
    }

    // States that a player could hardly tell apart have the same key.
    uint64_t key(const State& s) const {
        uint64_t hash = 0xcbf29ce484222325ull;
        const auto add = [&hash](double number) {
            hash = (hash ^ static_cast<uint64_t>(std::llround(number))) * 0x9e3779b97f4a7c15ull;
            hash ^= hash >> 29;
        };
        for (const Body& b : s.bodies) {
            add(b.x), add(b.y), add(b.vx / 4.0), add(b.vy / 4.0);
            add(b.bubble), add(b.exit), add(b.gone);
        }
        for (size_t r = 0; r < level_.ropes.size(); ++r) add(s.ties[r].candy);
        for (size_t i = 0; i < level_.pulleys.size(); ++i)
            add(20.0 * s.places[i]), add(20.0 * s.targets[i]);
        add(s.bubbles), add(s.stars), add(s.armed);
        if (timed_) add(10.0 * s.steps / level_.rate);
        return hash;
    }

    // Half of the places go to the best, half to others at random: greed alone misses detours.
    std::vector<Node> kept(std::vector<Node>&& nodes) {
        const auto width = static_cast<size_t>(options_.width);
        if (nodes.size() <= width) return std::move(nodes);
        std::stable_sort(nodes.begin(), nodes.end(),
                         [](const Node& a, const Node& b) { return a.score > b.score; });
        for (size_t i = width / 2; i < width; ++i)
            std::swap(nodes[i], nodes[i + random() % (nodes.size() - i)]);
        nodes.resize(width);
        return std::move(nodes);
    }

    uint64_t random() {  // splitmix64
        uint64_t z = (random_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    void note_solution(const Node& node, const State& s) {
        const int stars = std::popcount(s.stars);
        best_ = std::max(best_, stars);
        if (found_.size() < kMostFound) found_.push_back({node.moves, stars});
    }

    std::vector<Solution> chosen() {
        std::erase_if(found_, [this](const Solution& s) { return s.stars < best_; });
        for (size_t i = 0; i < found_.size(); ++i)
            std::swap(found_[i], found_[i + random() % (found_.size() - i)]);
        std::stable_sort(found_.begin(), found_.end(), [](const Solution& a, const Solution& b) {
            return a.moves.size() < b.moves.size();
        });
        if (found_.size() > static_cast<size_t>(options_.most)) found_.resize(options_.most);
        return std::move(found_);
    }

    const Level& level_;
    SearchOptions options_;
    bool timed_ = false;
    uint64_t random_ = 21;
    int best_ = -1, first_ = 0;
    int64_t tried_ = 1;
    std::unordered_set<uint64_t> seen_;
    std::vector<Solution> found_;
};

}  // namespace

Searched search(const Level& level, const SearchOptions& options) {
    return Search(level, options).run();
}

}  // namespace topple::rope
