// Sums of gathered rows, for networks: the one part of the engine that calculates with floating point
// numbers.
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "border.hpp"
#include "relu_sum.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace border;

using Rows = In<std::int64_t>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Result = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

[[noreturn]] void refuse(const std::string& what) { throw nb::value_error(what.c_str()); }

void check_offsets(const Rows& offsets, std::int64_t entries) {
  const std::int64_t rows = size_of(offsets) - 1;
  if (rows < 0 || offsets(0) != 0 || offsets(static_cast<std::size_t>(rows)) != entries)
    refuse("offsets must begin with 0 and end with the number of entries, " + std::to_string(entries));
  for (std::int64_t r = 0; r < rows; ++r) {
    if (offsets.data()[r] > offsets.data()[r + 1])
      refuse("offsets[" + std::to_string(r + 1) + "] is less than the one before; sort entries by row");
  }
}

template <class T>
gdgnn::Taken<T> checked_part(std::size_t k, const Table<T>& table, const Rows& taken, std::int64_t entries,
                             std::int64_t channels) {
  const std::string name = "indices[" + std::to_string(k) + "]";
  if (static_cast<std::int64_t>(table.shape(1)) != channels)
    refuse("tables[" + std::to_string(k) + "] has " + std::to_string(table.shape(1)) + " columns, not " +
           std::to_string(channels));
  if (size_of(taken) != entries)
    refuse(name + " has " + std::to_string(size_of(taken)) + " entries, not " + std::to_string(entries));
  const auto rows = static_cast<std::int64_t>(table.shape(0));
  for (std::int64_t e = 0; e < entries; ++e) {
    const std::int64_t row = taken.data()[e];
    if (row < 0 || row >= rows)
      throw nb::index_error((name + "[" + std::to_string(e) + "] is " + std::to_string(row) +
                             ", but the table has " + std::to_string(rows) + " rows")
                                .c_str());
  }
  return {table.data(), taken.data()};
}

template <class T>
gdgnn::ReluSum<T> checked_sum(const std::vector<Table<T>>& tables, const std::vector<Rows>& indices,
                              const Rows& offsets, std::size_t rows, std::size_t channels) {
  if (tables.empty() || tables.size() > gdgnn::kMostParts || tables.size() != indices.size())
    refuse("give 1 to " + std::to_string(gdgnn::kMostParts) + " tables and as many indices");
  const std::int64_t entries = size_of(indices[0]);
  check_offsets(offsets, entries);
  if (static_cast<std::int64_t>(rows) != size_of(offsets) - 1)
    refuse("the sums have " + std::to_string(rows) + " rows, and offsets speak of " +
           std::to_string(size_of(offsets) - 1));
  gdgnn::ReluSum<T> sum{{}, offsets.data(), size_of(offsets) - 1, static_cast<std::int64_t>(channels)};
  for (std::size_t k = 0; k < tables.size(); ++k)
    sum.parts.push_back(checked_part(k, tables[k], indices[k], entries, sum.channels));
  return sum;
}

template <class T>
void relu_sum(const std::vector<Table<T>>& tables, const std::vector<Rows>& indices, const Rows& offsets,
              const Result<T>& result, std::int64_t threads) {
  const Context with = checked_context(threads);
  const auto sum = checked_sum(tables, indices, offsets, result.shape(0), result.shape(1));
  T* to = result.data();
  engine([&] { gdgnn::relu_sum(with, sum, to); });
}

template <class T>
void relu_sum_backward(const std::vector<Table<T>>& tables, const std::vector<Rows>& indices,
                       const Rows& offsets, const Table<T>& gradient, const std::vector<Result<T>>& results,
                       std::int64_t threads) {
  const Context with = checked_context(threads);
  const auto sum = checked_sum(tables, indices, offsets, gradient.shape(0), gradient.shape(1));
  if (results.size() != tables.size()) refuse("give one result for each table");
  std::vector<T*> to;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (results[k].shape(0) != tables[k].shape(0) || results[k].shape(1) != tables[k].shape(1))
      refuse("results[" + std::to_string(k) + "] must be as large as its table");
    to.push_back(results[k].data());
  }
  const T* given = gradient.data();
  engine([&] { gdgnn::relu_sum_backward(with, sum, given, to); });
}

template <class T>
void bind_for(nb::module_& m) {
  m.def("relu_sum", &relu_sum<T>, "tables"_a.noconvert(), "indices"_a.noconvert(), "offsets"_a.noconvert(),
        "result"_a.noconvert(), "threads"_a);
  m.def("relu_sum_backward", &relu_sum_backward<T>, "tables"_a.noconvert(), "indices"_a.noconvert(),
        "offsets"_a.noconvert(), "gradient"_a.noconvert(), "results"_a.noconvert(), "threads"_a);
}

}  // namespace

void bind_sums(nb::module_& m) {
  bind_for<float>(m);
  bind_for<double>(m);
}
