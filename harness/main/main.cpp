#include "harness/cli/command_line.hpp"

int main(int argc, char** argv) { return stiffbench::command_line(argc, argv); }
