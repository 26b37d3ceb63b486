// What every function at the border between Python and the engine needs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "array.hpp"
#include "parallel.hpp"

namespace border {

namespace nb = nanobind;
using gdgnn::Array;
using gdgnn::Context;

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using MaybeIn = std::optional<In<T>>;

inline bool wants_stop() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

// Runs engine code without the GIL; a Ctrl-C seen meanwhile leaves as the KeyboardInterrupt it raised.
template <class Work>
auto engine(Work work) {
  try {
    const nb::gil_scoped_release released;
    return work();
  } catch (const gdgnn::Interrupted&) {
    throw nb::python_error();
  }
}

// Gives an engine array to numpy without copying it.
template <class T>
nb::object give(Array<T>&& array) {
  array.shrink();
  auto kept = std::make_unique<Array<T>>(std::move(array));
  const nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<Array<T>*>(p); });
  Array<T>& given = *kept.release();
  const auto size = static_cast<std::size_t>(given.size());
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(given.data(), {size}, owner));
}

template <class T>
std::int64_t size_of(const In<T>& array) {
  return static_cast<std::int64_t>(array.shape(0));
}

inline Context checked_context(std::int64_t threads) {
  if (threads < 1 || threads > 1024)
    throw nb::value_error(
        ("threads is " + std::to_string(threads) + "; give a number from 1 to 1024").c_str());
  return {static_cast<int>(threads), wants_stop};
}

}  // namespace border
