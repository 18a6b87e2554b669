# Run as a script: writes the commit and the dirty bit of SOURCE into the header OUTPUT, and leaves
# the file alone when it says so already, so that nothing is compiled again.
# Sources of a tarball, which are no clone, have their commit in commit.txt (.gitattributes).
find_program(git git)
set(commit "unknown")
set(dirty false)
file(STRINGS ${SOURCE}/cmake/commit.txt archived REGEX "^[0-9a-f]+$")
if(archived)
  set(commit ${archived})
elseif(git)
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE head
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(commit ${head})
    execute_process(COMMAND ${git} -C ${SOURCE} status --porcelain OUTPUT_VARIABLE changes)
    # Untracked entries of the top folder, as folders of runs, are no sources.
    string(REGEX REPLACE "[?][?] [^/\n]+/?\n" "" changes "${changes}")
    if(changes)
      set(dirty true)
    endif()
  endif()
endif()
set(text "#pragma once
namespace stiffbench::build {
inline constexpr const char* git_commit = \"${commit}\";
inline constexpr bool git_dirty = ${dirty};
}  // namespace stiffbench::build
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
