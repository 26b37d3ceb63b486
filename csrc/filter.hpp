// A set of node ids as a few kilobytes of bits: "surely not in it" without leaving the nearest cache.
#pragma once

#include <cstdint>

namespace gdgnn {

class Filter {
 public:
  // Past this size too many strangers pass to be worth asking.
  static constexpr std::int64_t kWorthwhile = 2048;

  template <class Ids>
  void add(const Ids& ids) {
    for (const auto id : ids) word(id) |= bit(id);
  }
  template <class Ids>
  void remove(const Ids& ids) {
    for (const auto id : ids) word(id) = 0;
  }
  template <class Id>
  bool may_hold(Id id) const {
    return (words_[static_cast<std::uint32_t>(id) / 64 % kWords] & bit(id)) != 0;
  }

 private:
  static constexpr std::uint32_t kWords = 512;  // 32,768 bits
  template <class Id>
  std::uint64_t& word(Id id) {
    return words_[static_cast<std::uint32_t>(id) / 64 % kWords];
  }
  template <class Id>
  static std::uint64_t bit(Id id) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(id) % 64);
  }

  std::uint64_t words_[kWords] = {};
};

}  // namespace gdgnn
