// Random numbers that depend on nothing but what they are for: the same key gives the same numbers, whichever
// thread asks and in whatever order.
#pragma once

#include <cstdint>

namespace gdgnn {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t a, std::uint64_t b)
      : key_(mix(mix(mix(seed + kStep) + a * 0xD1342543DE82EF95u) + b * 0xF1357AEA2E62A9C5u)) {}

  std::uint64_t next() { return mix(key_ += kStep); }
  // In [0, 1), with all 53 bits of a double.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  // In [0, count); the bias is below count / 2^64.
  std::int64_t below(std::int64_t count) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(next()) * static_cast<std::uint64_t>(count) >> 64);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
  // The finalizer of splitmix64 (Steele, Lea, Flood 2014), as improved by Stafford (variant 13).
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }
  std::uint64_t key_;
};

}  // namespace gdgnn
