// Memory that grows: large blocks are mapped one by one and grow by having their pages moved, never their
// bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace gdgnn {

// malloc would put blocks of up to 32 MB on its heap, where arrays that grow side by side leave holes behind
// them as large as what they hold. Sanitizers are to see every block, so under them malloc has them all.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr std::size_t kMappedBytes = std::size_t{4} << 20;
#else
constexpr std::size_t kMappedBytes = SIZE_MAX;
#endif

#ifdef __linux__
// Random access to a large array misses the address cache at almost every step when its pages are small.
// Always asked for all of a block: one of two kinds of pages could not grow.
inline void ask_for_large_pages(void* data, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(data, bytes, MADV_HUGEPAGE);
#else
  (void)data;
  (void)bytes;
#endif
}
#endif

inline void free_block(void* data, std::size_t bytes) {
#ifdef __linux__
  if (bytes >= kMappedBytes) {
    munmap(data, bytes);
    return;
  }
#else
  (void)bytes;
#endif
  std::free(data);
}

// The block that takes the place of `data`, of which it keeps as many bytes as both have.
inline void* resized_block(void* data, std::size_t before, std::size_t bytes) {
  if (before < kMappedBytes && bytes < kMappedBytes) {
    void* moved = std::realloc(data, bytes);
    if (moved == nullptr) throw std::bad_alloc();
    return moved;
  }
#ifdef __linux__
  void* moved = nullptr;
  if (before >= kMappedBytes && bytes >= kMappedBytes) {
    moved = mremap(data, before, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    ask_for_large_pages(moved, bytes);
    return moved;
  }
  if (bytes >= kMappedBytes) {
    moved = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    ask_for_large_pages(moved, bytes);
  } else {
    moved = std::malloc(bytes);
    if (moved == nullptr) throw std::bad_alloc();
  }
  if (before > 0) std::memcpy(moved, data, std::min(before, bytes));
  free_block(data, before);
  return moved;
#else
  throw std::bad_alloc();
#endif
}

}  // namespace gdgnn
