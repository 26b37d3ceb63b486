// Threads that live for one call. They cost tens of microseconds a call, never spin beside another
// library's pool, survive a fork, and are understood by ThreadSanitizer.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gdgnn {

// Thrown through the engine when the caller wants it to stop (Ctrl-C).
struct Interrupted {};

// What a call may use: how many threads, and how to ask whether the user wants to stop.
struct Context {
  int threads = 1;
  bool (*wants_stop)() = nullptr;
};

// Shared by the threads of one call; `spend` is told of work done and, about every millisecond of it, looks
// whether to stop. Only the calling thread asks the user.
class Pulse {
 public:
  explicit Pulse(const Context& context) : context_(context), caller_(std::this_thread::get_id()) {}

  void look() {
    if (stopped_.load(std::memory_order_relaxed)) throw Interrupted{};
    if (context_.wants_stop == nullptr || std::this_thread::get_id() != caller_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < std::chrono::milliseconds(50)) return;
    asked_ = now;
    if (context_.wants_stop()) {
      stop();
      throw Interrupted{};
    }
  }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

 private:
  const Context& context_;
  const std::thread::id caller_;
  std::atomic<bool> stopped_{false};
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
};

// One thread's account of its work, so that looking up costs nothing per step.
class Ticker {
 public:
  void bind(Pulse* pulse) { pulse_ = pulse; }
  void spend(std::int64_t units) {
    budget_ -= units;
    if (budget_ < 0) {
      budget_ = 1 << 20;
      pulse_->look();
    }
  }

 private:
  Pulse* pulse_ = nullptr;
  std::int64_t budget_ = 1 << 20;
};

// Calls work(thread, task) for every task in [0, tasks); tasks are handed out one at a time. Where the system
// refuses a thread, the others do its work.
template <class Work>
void parallel(const Context& context, Pulse& pulse, std::int64_t tasks, Work work) {
  const int threads = static_cast<int>(std::min<std::int64_t>(std::max(context.threads, 1), tasks));
  std::atomic<std::int64_t> next{0};
  std::mutex lock;
  std::condition_variable ended;
  int running = 0;
  std::exception_ptr failure;
  const auto fail = [&] {
    pulse.stop();
    const std::lock_guard<std::mutex> guard(lock);
    if (!failure) failure = std::current_exception();
  };
  const auto run = [&](int thread) {
    try {
      for (std::int64_t task = next++; task < tasks; task = next++) {
        pulse.look();
        work(thread, task);
      }
    } catch (...) {
      fail();
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) {
    try {
      others.emplace_back([&, thread] {
        run(thread);
        const std::lock_guard<std::mutex> guard(lock);
        --running;
        ended.notify_one();
      });
    } catch (const std::system_error&) {
      break;
    }
    const std::lock_guard<std::mutex> guard(lock);
    ++running;
  }
  run(0);
  // The user may want to stop while the calling thread has nothing left to do but wait.
  for (std::unique_lock<std::mutex> guard(lock); running > 0;) {
    ended.wait_for(guard, std::chrono::milliseconds(50));
    guard.unlock();
    try {
      pulse.look();
    } catch (...) {
      fail();
    }
    guard.lock();
  }
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

// The same over [0, items) in even slices: work(begin, end).
template <class Work>
void parallel_slices(const Context& context, Pulse& pulse, std::int64_t items, std::int64_t slice,
                     Work work) {
  parallel(context, pulse, (items + slice - 1) / slice,
           [&](int, std::int64_t task) { work(task * slice, std::min(items, (task + 1) * slice)); });
}

}  // namespace gdgnn
