// No allocation of the fuzzer takes more than 256 MiB: a reader that asks for more gets
// std::bad_alloc, also where an address sanitizer would end the program.

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t most_bytes = 256ul << 20;  // that one allocation may ask for

}  // namespace

// An address sanitizer ends the program where operator new has no memory, which is no fault here.
void* operator new(std::size_t size) {
  if (void* place = size < most_bytes ? std::malloc(std::max<std::size_t>(size, 1)) : nullptr)
    return place;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return size < most_bytes ? std::malloc(std::max<std::size_t>(size, 1)) : nullptr;
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer looks for this name
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=256:hard_rss_limit_mb=3072:"
         "detect_leaks=0:handle_abort=1";
}
