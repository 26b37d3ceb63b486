// A growable array. Large ones grow without being copied, so a result of unknown size is never held twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "memory.hpp"

namespace gdgnn {

template <class T>
class Array {
  static_assert(std::is_trivially_copyable<T>::value, "growth moves bytes");

 public:
  Array() = default;
  explicit Array(std::int64_t size) { resize(size); }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { free_block(data_, bytes(capacity_)); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::int64_t i) { return data_[i]; }
  const T& operator[](std::int64_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  void clear() { size_ = 0; }

  void reserve(std::int64_t capacity) {
    if (capacity > capacity_) allocate(capacity);
  }
  // New entries are left unset.
  void resize(std::int64_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = value;
  }
  T* extend(std::int64_t count) {
    const std::int64_t before = size_;
    resize(size_ + count);
    return data_ + before;
  }
  void append(const T* values, std::int64_t count) {
    T* target = extend(count);
    if (count > 0) std::memcpy(target, values, static_cast<std::size_t>(count) * sizeof(T));
  }
  void shrink() {
    if (size_ == 0) *this = Array();
    if (size_ < capacity_) allocate(size_);
  }
  // The same memory as entries of another type, of which it must hold a whole number.
  template <class U>
  Array<U> as() && {
    shrink();
    Array<U> other;
    other.data_ = reinterpret_cast<U*>(std::exchange(data_, nullptr));
    other.size_ = other.capacity_ =
        std::exchange(size_, 0) * static_cast<std::int64_t>(sizeof(T)) / static_cast<std::int64_t>(sizeof(U));
    capacity_ = 0;
    return other;
  }

 private:
  template <class U>
  friend class Array;
  static std::size_t bytes(std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); }
  void swap(Array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void grow(std::int64_t least) { allocate(std::max<std::int64_t>(least, capacity_ + capacity_ / 2 + 16)); }
  void allocate(std::int64_t capacity) {
    constexpr std::int64_t kMost =
        std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(T));
    if (capacity < 0 || capacity > kMost) throw std::bad_alloc();
    data_ = static_cast<T*>(resized_block(data_, bytes(capacity_), bytes(capacity)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::int64_t size_ = 0;
  std::int64_t capacity_ = 0;
};

// Zeroed memory whose pages cost nothing until they are touched.
template <class T>
class Zeroed {
 public:
  Zeroed() = default;
  explicit Zeroed(std::int64_t size)
      : data_(static_cast<T*>(
            std::calloc(static_cast<std::size_t>(std::max<std::int64_t>(size, 1)), sizeof(T)))) {
    if (data_ == nullptr) throw std::bad_alloc();
  }
  Zeroed(Zeroed&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Zeroed& operator=(Zeroed&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  Zeroed(const Zeroed&) = delete;
  Zeroed& operator=(const Zeroed&) = delete;
  ~Zeroed() { std::free(data_); }

  explicit operator bool() const { return data_ != nullptr; }
  T* data() { return data_; }
  T& operator[](std::int64_t i) { return data_[i]; }
  const T& operator[](std::int64_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
};

}  // namespace gdgnn
