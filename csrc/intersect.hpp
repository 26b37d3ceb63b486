// What two sorted rows have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "csr.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gdgnn {

namespace detail {

// Each element of the short row is looked up in the rest of the long one, in doubling steps.
template <class Id, class Found>
void gallop(Row<Id> brief, Row<Id> lengthy, Found found) {
  const Id* at = lengthy.begin();
  for (const Id wanted : brief) {
    std::int64_t step = 1;
    while (step < lengthy.end() - at && at[step] < wanted) step *= 2;
    at = std::lower_bound(at + step / 2, std::min(at + step + 1, lengthy.end()), wanted);
    if (at == lengthy.end()) return;
    if (*at == wanted) found(wanted);
  }
}

// Without branches on the data: which row moves on is arithmetic, not a guess.
template <class Id, class Found>
void merge(Row<Id> a, Row<Id> b, Found found) {
  const Id *x = a.begin(), *y = b.begin();
  while (x != a.end() && y != b.end()) {
    const Id left = *x, right = *y;
    if (left == right) found(left);
    x += left <= right;
    y += right <= left;
  }
}

#ifdef __SSE2__
// Four against four: every element of one block is compared with every element of the other by turning one
// round. The block with the smaller last element moves on. Every x86-64 processor has what this needs. Which
// elements are equal cannot be foretold, so all are written down, and those that are not are written over.
template <class Found>
void merge_blocks(Row<std::int32_t> a, Row<std::int32_t> b, Found found) {
  constexpr int kHits = 256;
  std::int32_t hits[kHits + 4];
  int count = 0;
  const auto hand_over = [&] {
    for (int i = 0; i < count; ++i) found(hits[i]);
    count = 0;
  };
  const std::int32_t *x = a.begin(), *y = b.begin();
  while (a.end() - x >= 4 && b.end() - y >= 4) {
    const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x));
    const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(y));
    const __m128i equal = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi32(left, right), _mm_cmpeq_epi32(left, _mm_shuffle_epi32(right, 0x39))),
        _mm_or_si128(_mm_cmpeq_epi32(left, _mm_shuffle_epi32(right, 0x4E)),
                     _mm_cmpeq_epi32(left, _mm_shuffle_epi32(right, 0x93))));
    const int bits = _mm_movemask_ps(_mm_castsi128_ps(equal));
    for (int k = 0; k < 4; ++k) {
      hits[count] = x[k];
      count += bits >> k & 1;
    }
    if (count >= kHits) hand_over();
    const std::int32_t last_left = x[3], last_right = y[3];
    x += last_left <= last_right ? 4 : 0;
    y += last_right <= last_left ? 4 : 0;
  }
  hand_over();
  merge<std::int32_t>({x, a.end()}, {y, b.end()}, found);
}
#endif

}  // namespace detail

// Calls found(node) for every node in both rows, ascending.
template <class Id, class Found>
void intersect(Row<Id> a, Row<Id> b, Found found) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() == 0) return;
  if (b.size() > 32 * a.size()) {
    detail::gallop(a, b, found);
    return;
  }
#ifdef __SSE2__
  if constexpr (std::is_same<Id, std::int32_t>::value) {
    detail::merge_blocks(a, b, found);
    return;
  }
#endif
  detail::merge(a, b, found);
}

}  // namespace gdgnn
