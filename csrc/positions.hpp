// Where in a small sorted set a node stands: a table that fits the nearest cache.
#pragma once

#include <cstdint>
#include <vector>

namespace gdgnn {

template <class Id>
class Positions {
 public:
  // Past this size chains grow long and too many strangers are taken for members at first sight.
  static constexpr std::size_t kMost = 512;

  // Keeps a view of the nodes until remove().
  void add(const std::vector<Id>& nodes) {
    nodes_ = nodes.data();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      std::uint16_t* at = table_ + place(nodes[i]);
      while (*at != 0) ++at;
      *at = static_cast<std::uint16_t>(i + 1);
    }
  }
  void remove(const std::vector<Id>& nodes) {
    for (const Id node : nodes) {
      for (std::uint16_t* at = table_ + place(node); *at != 0; ++at) *at = 0;
    }
  }
  bool may_hold(Id node) const { return table_[place(node)] != 0; }
  // The position, or -1.
  std::int32_t find(Id node) const {
    for (const std::uint16_t* at = table_ + place(node); *at != 0; ++at) {
      if (nodes_[*at - 1] == node) return *at - 1;
    }
    return -1;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;
  static std::size_t place(Id node) { return static_cast<std::size_t>(node) % kPlaces; }

  const Id* nodes_ = nullptr;
  std::uint16_t table_[kPlaces + kMost + 1] = {};  // position + 1; a chain may run over the end
};

}  // namespace gdgnn
