// Ragged results: rows of different lengths, gathered from many threads into flat columns and offsets.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "array.hpp"
#include "parallel.hpp"

namespace gdgnn {

// Rows of one output; all columns share the offsets. A column is bytes here, `width` of them an entry.
struct Ragged {
  explicit Ragged(std::vector<std::size_t> column_widths)
      : widths(std::move(column_widths)), columns(widths.size()) {
    offsets.push_back(0);
  }
  std::vector<std::size_t> widths;
  std::vector<Array<char>> columns;
  Array<std::int64_t> offsets;
};

// Threads append the rows of a window of items in whatever order they come to them; close() sets them behind
// the rows of earlier windows, in the order of the items. So only one window is ever held twice.
class Collector {
 public:
  // An output for each list of column widths.
  Collector(int threads, const std::vector<std::vector<std::size_t>>& widths) {
    for (const auto& columns : widths) outputs_.emplace_back(columns);
    pieces_.resize(static_cast<std::size_t>(threads));
    for (auto& piece : pieces_) {
      for (const Ragged& output : outputs_) piece.emplace_back(output.widths.size());
    }
  }

  void open(std::int64_t first, std::int64_t count) {
    first_ = first;
    count_ = count;
    places_.resize(count * static_cast<std::int64_t>(outputs_.size()));
    std::fill(places_.begin(), places_.end(), Place{0, 0, 0});
    for (auto& piece : pieces_) {
      for (auto& output : piece) {
        for (auto& column : output) column.clear();
      }
    }
  }

  // A new row of `length` entries for one item; its columns are to be filled before the thread's next row.
  class Row {
   public:
    template <class T>
    T* column(std::size_t c) {
      return reinterpret_cast<T*>((*columns_)[c].data() + start_ * static_cast<std::int64_t>(sizeof(T)));
    }

   private:
    friend class Collector;
    std::vector<Array<char>>* columns_;
    std::int64_t start_;
  };
  Row row(int thread, std::size_t output, std::int64_t item, std::int64_t length) {
    Row row;
    row.columns_ = &pieces_[static_cast<std::size_t>(thread)][output];
    const std::vector<std::size_t>& widths = outputs_[output].widths;
    row.start_ = (*row.columns_)[0].size() / static_cast<std::int64_t>(widths[0]);
    for (std::size_t c = 0; c < widths.size(); ++c)
      (*row.columns_)[c].extend(length * static_cast<std::int64_t>(widths[c]));
    place(output, item) = {thread, length, row.start_};
    return row;
  }

  // Returns the bytes that the window's rows take.
  std::int64_t close(const Context& context, Pulse& pulse) {
    std::int64_t bytes = 0;
    for (std::size_t o = 0; o < outputs_.size(); ++o) {
      Ragged& output = outputs_[o];
      const std::int64_t before = output.offsets.size() - 1;
      std::int64_t* offsets = output.offsets.extend(count_) - 1;
      for (std::int64_t i = 0; i < count_; ++i) offsets[i + 1] = offsets[i] + place(o, first_ + i).length;
      for (std::size_t c = 0; c < output.widths.size(); ++c) {
        const auto width = static_cast<std::int64_t>(output.widths[c]);
        output.columns[c].resize(output.offsets.back() * width);
        bytes += (output.offsets.back() - output.offsets[before]) * width;
      }
      parallel_slices(context, pulse, count_, 4096, [&](std::int64_t begin, std::int64_t end) {
        for (std::size_t c = 0; c < output.widths.size(); ++c) {
          const std::size_t width = output.widths[c];
          for (std::int64_t i = begin; i < end; ++i) {
            const Place& at = place(o, first_ + i);
            if (at.length == 0) continue;
            std::memcpy(
                output.columns[c].data() + static_cast<std::size_t>(output.offsets[before + i]) * width,
                pieces_[static_cast<std::size_t>(at.thread)][o][c].data() +
                    static_cast<std::size_t>(at.start) * width,
                static_cast<std::size_t>(at.length) * width);
          }
        }
      });
    }
    return bytes;
  }

  std::vector<Ragged>& outputs() { return outputs_; }

 private:
  struct Place {
    std::int64_t thread;
    std::int64_t length;
    std::int64_t start;
  };
  Place& place(std::size_t output, std::int64_t item) {
    return places_[(item - first_) * static_cast<std::int64_t>(outputs_.size()) +
                   static_cast<std::int64_t>(output)];
  }

  std::vector<Ragged> outputs_;
  std::vector<std::vector<std::vector<Array<char>>>> pieces_;  // by thread, output, column
  Array<Place> places_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
};

// Walks [0, items) in windows whose rows stay near `kWindowBytes`, so that the memory held beside the result
// is bounded whatever the result.
template <class Work>
void in_windows(const Context& context, Pulse& pulse, Collector& out, std::int64_t items,
                std::int64_t at_first, std::int64_t at_most, Work work) {
  constexpr std::int64_t kWindowBytes = 4 << 20;
  std::int64_t window = at_first;
  for (std::int64_t begin = 0; begin < items;) {
    const std::int64_t count = std::min(window, items - begin);
    out.open(begin, count);
    work(begin, begin + count);
    const std::int64_t bytes = out.close(context, pulse);
    begin += count;
    if (bytes > 2 * kWindowBytes) {
      window = std::max<std::int64_t>(window / 2, 1);
    } else if (bytes < kWindowBytes) {
      window = std::min(window * 2, at_most);
    }
  }
}

}  // namespace gdgnn
