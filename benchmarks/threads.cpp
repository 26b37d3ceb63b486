// What a parallel call costs before it does any work: std::thread started and joined anew by every
// call, against an OpenMP (libgomp) region; and whether either still works in a forked child.
//
//   threads cost (thread|openmp) <calls> <gap_us>   one JSON line: microseconds of a call
//   threads fork (thread|openmp)                    exit code 0 when the child got its two threads
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 2;
std::atomic<long> work_done{0};

void work() { work_done.fetch_add(1, std::memory_order_relaxed); }

void call_thread() {
  std::vector<std::thread> helpers;
  for (int t = 1; t < kThreads; ++t) helpers.emplace_back(work);
  work();
  for (auto& helper : helpers) helper.join();
}

void call_openmp() {
#pragma omp parallel num_threads(kThreads)
  work();
}

double process_cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

int report_cost(void (*call)(), int calls, int gap_us) {
  using clock = std::chrono::steady_clock;
  std::vector<double> micros;
  call();  // libgomp makes its pool in the first region
  const double cpu_before = process_cpu_us();
  for (int i = 0; i < calls; ++i) {
    const auto start = clock::now();
    call();
    micros.push_back(std::chrono::duration<double, std::micro>(clock::now() - start).count());
    if (gap_us > 0) usleep(static_cast<useconds_t>(gap_us));
  }
  const double cpu = (process_cpu_us() - cpu_before) / calls;
  std::sort(micros.begin(), micros.end());
  std::printf("{\"median_us\": %.2f, \"p99_us\": %.2f, \"cpu_us_per_call\": %.2f}\n",
              micros[micros.size() / 2], micros[micros.size() * 99 / 100], cpu);
  return 0;
}

// A child that hangs is the answer, not an accident: its alarm ends it, and the exit code says so.
int survives_fork(void (*call)()) {
  call();
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);  // a child that hangs must not stay behind
    work_done = 0;
    call();
    _exit(work_done == kThreads ? 0 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 64;
  const auto call = std::strcmp(argv[2], "openmp") == 0 ? call_openmp : call_thread;
  if (std::strcmp(argv[1], "fork") == 0) return survives_fork(call);
  return argc == 5 ? report_cost(call, std::atoi(argv[3]), std::atoi(argv[4])) : 64;
}
