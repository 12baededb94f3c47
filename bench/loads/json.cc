/* SPDX-License-Identifier: MIT */
/* json.cc - the load for nlohmann::json: `json N` makes, prints, parses, packs,
 * changes and compares documents N times, and prints a checksum. */
#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

using nlohmann::json;

static unsigned next_random(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static json make_document(unsigned seed, int depth)
{
    unsigned state = seed;
    json object = json::object();
    for (unsigned i = 0; i < 6; i++) {
        std::string key = "key" + std::to_string(next_random(state) % 1000);
        switch (next_random(state) % (depth ? 6 : 4)) {
        case 0:
            object[key] = next_random(state);
            break;
        case 1:
            object[key] = next_random(state) / 1024.0;
            break;
        case 2:
            object[key] = "text \"" + key + "\" \u00e9\n";
            break;
        case 3:
            object[key] = {true, nullptr, -int(next_random(state) % 100)};
            break;
        default:
            object[key] = {make_document(state, depth - 1),
                           make_document(state + i, depth - 1)};
        }
    }
    return object;
}

static size_t sum_of(const json &value)
{
    if (!value.is_structured())
        return value.is_string() ? value.get_ref<const std::string &>().size()
                                 : std::hash<json>{}(value) % 1000;
    size_t sum = value.size();
    for (auto &item : value.items())
        sum += item.key().size() + sum_of(item.value());
    return sum;
}

static size_t broken(std::string text)
{
    text.resize(text.size() / 2);
    try {
        return json::parse(text).size();
    } catch (const json::parse_error &error) {
        return error.byte;
    }
}

static size_t exercise(unsigned seed)
{
    json first = make_document(seed, 4), second = make_document(seed + 1, 2);
    std::string text = first.dump(2);
    json parsed = json::parse(text);
    json packed = json::from_cbor(json::to_cbor(parsed));
    json patch = json::diff(second, make_document(seed + 2, 2));
    size_t sum = sum_of(packed) + broken(text) + second.patch(patch).size();
    second.merge_patch(first);
    json flat = second.flatten();
    for (const auto &item : flat.items())
        sum += item.key().size();
    return sum + text.size() + (parsed == packed) + (parsed < second);
}

int main(int argc, char **argv)
{
    size_t sum = 0;
    int count = argc > 1 ? std::atoi(argv[1]) : 1;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + exercise(unsigned(i));
    std::printf("%zu\n", sum);
}
