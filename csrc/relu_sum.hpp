// Sums over rows of different lengths of relu(a[i] + b[j] + ...), and how they change with the tables a, b,
// ... What stands under the sum is never written down: it is as large as all entries, of which there may be
// hundreds for each row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "parallel.hpp"

namespace gdgnn {

// Which rows of a table, `channels` wide, the entries take: entry e takes row[e].
template <class T>
struct Taken {
  const T* table;
  const std::int64_t* row;
};

// Entries offsets[r] .. offsets[r + 1] belong to row r.
template <class T>
struct ReluSum {
  std::vector<Taken<T>> parts;
  const std::int64_t* offsets;
  std::int64_t rows;
  std::int64_t channels;
};

namespace detail {

constexpr std::int64_t kAhead = 4;   // entries between asking for memory and using it
constexpr std::int64_t kBlock = 64;  // channels at once, as many as a few vectors hold

// Where the rows that entry e takes begin, from channel `first` on.
template <class T, class Width>
struct Entry {
  const T* at[Width::value];

  Entry(const ReluSum<T>& sum, std::int64_t e, std::int64_t first) {
    for (int k = 0; k < Width::value; ++k) {
      const Taken<T>& part = sum.parts[static_cast<std::size_t>(k)];
      at[k] = part.table + part.row[e] * sum.channels + first;
    }
  }
  T operator[](std::int64_t c) const {
    T value = at[0][c];
    for (int k = 1; k < Width::value; ++k) value += at[k][c];
    return value;
  }
};

template <class T, class Width>
void fetch(const ReluSum<T>& sum, std::int64_t e, std::int64_t first, std::int64_t last) {
  if (e >= sum.offsets[sum.rows]) return;
  constexpr std::int64_t kLine = 64 / sizeof(T);
  const Entry<T, Width> ahead(sum, e, first);
  for (std::int64_t c = 0; c < last - first; c += kLine) __builtin_prefetch(ahead.at[0] + c);
}

template <class T, class Width>
void forward(const Context& context, const ReluSum<T>& sum, T* result, Width) {
  Pulse pulse(context);
  const std::int64_t channels = sum.channels;
  const std::int64_t slice = std::max<std::int64_t>(1, sum.rows / (std::int64_t{8} * context.threads));
  parallel_slices(context, pulse, sum.rows, slice, [&](std::int64_t begin, std::int64_t end) {
    Ticker ticker;
    ticker.bind(&pulse);
    for (std::int64_t r = begin; r < end; ++r) {
      T* __restrict total = result + r * channels;
      std::fill(total, total + channels, T{0});
      for (std::int64_t e = sum.offsets[r]; e < sum.offsets[r + 1]; ++e) {
        fetch<T, Width>(sum, e + kAhead, 0, channels);
        const Entry<T, Width> entry(sum, e, 0);
        for (std::int64_t c = 0; c < channels; ++c) {
          const T value = entry[c];
          total[c] += value < 0 ? T{0} : value;  // in this order NaN stays NaN
        }
      }
      ticker.spend((sum.offsets[r + 1] - sum.offsets[r] + 1) * channels);
    }
  });
}

// Adds one entry's share of a row's gradient to the rows that it takes.
template <class T, class Width>
void give_back(const Entry<T, Width>& entry, const T* given, T* const* results, std::int64_t width) {
  for (std::int64_t begin = 0; begin < width; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, width - begin);
    T passed[kBlock];
    for (std::int64_t c = 0; c < size; ++c) {
      // Both are read whatever comes of it: a branch would be guessed wrong half of the time.
      const T value = entry[begin + c];
      const T slope = given[begin + c];
      passed[c] = value <= 0 ? T{0} : slope;
    }
    for (int k = 0; k < Width::value; ++k) {
      T* __restrict total = results[k] + begin;
      for (std::int64_t c = 0; c < size; ++c) total[c] += passed[c];
    }
  }
}

// Threads share the channels and each goes through all entries in their order: no two write to one place, and
// what is added up in which order does not depend on how many they are.
template <class T, class Width>
void backward(const Context& context, const ReluSum<T>& sum, const T* gradient,
              const std::vector<T*>& results, Width) {
  Pulse pulse(context);
  const std::int64_t even = (sum.channels + context.threads - 1) / context.threads;
  const std::int64_t slice = std::max<std::int64_t>(8, (even + 7) / 8 * 8);
  const auto work = [&](std::int64_t first, std::int64_t last) {
    Ticker ticker;
    ticker.bind(&pulse);
    for (std::int64_t r = 0; r < sum.rows; ++r) {
      const T* given = gradient + r * sum.channels + first;
      for (std::int64_t e = sum.offsets[r]; e < sum.offsets[r + 1]; ++e) {
        fetch<T, Width>(sum, e + kAhead, first, last);
        T* to[Width::value];
        for (std::size_t k = 0; k < Width::value; ++k)
          to[k] = results[k] + sum.parts[k].row[e] * sum.channels + first;
        give_back(Entry<T, Width>(sum, e, first), given, to, last - first);
      }
      ticker.spend((sum.offsets[r + 1] - sum.offsets[r] + 1) * (last - first));
    }
  };
  parallel_slices(context, pulse, sum.channels, slice, work);
}

// Calls work with the number of parts as a type, so that loops over parts unroll.
template <class T, class Work>
void with_width(const ReluSum<T>& sum, Work work) {
  switch (sum.parts.size()) {
    case 1:
      return work(std::integral_constant<int, 1>{});
    case 2:
      return work(std::integral_constant<int, 2>{});
    case 3:
      return work(std::integral_constant<int, 3>{});
    default:
      return work(std::integral_constant<int, 4>{});
  }
}

}  // namespace detail

constexpr std::size_t kMostParts = 4;

// result: rows x channels.
template <class T>
void relu_sum(const Context& context, const ReluSum<T>& sum, T* result) {
  detail::with_width(sum, [&](auto width) { detail::forward(context, sum, result, width); });
}

// gradient: rows x channels; results: for each part one as large as its table, to which the gradient is
// added.
template <class T>
void relu_sum_backward(const Context& context, const ReluSum<T>& sum, const T* gradient,
                       const std::vector<T*>& results) {
  detail::with_width(sum, [&](auto width) { detail::backward(context, sum, gradient, results, width); });
}

}  // namespace gdgnn
