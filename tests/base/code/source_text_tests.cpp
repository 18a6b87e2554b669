#include "base/code/source_text.hpp"

#include <catch2/catch.hpp>

namespace source_text_tests {

using stiffbench::included_paths;
using stiffbench::tokens_of;

TEST_CASE("remarks and layout are no tokens") {
  const std::string plain = tokens_of("int f(double x) { return 2 * x; }");
  CHECK(plain == "int f(double x){return 2*x;}");
  CHECK(tokens_of("int f(double x) {  // twice\n  /* see\n there */ return 2*x;\n}\n") == plain);
  CHECK(tokens_of("int\nf(\n    double x) {\n  return 2 * x; }") == plain);
  CHECK(tokens_of("int f(double x) { return 3 * x; }") != plain);
}

TEST_CASE("white space that has a meaning stays") {
  CHECK(tokens_of("unsigned  int a;") == "unsigned int a;");
  CHECK(tokens_of("a - -b") != tokens_of("a--b"));
  CHECK(tokens_of("a/* */b") == "a b");
  CHECK(tokens_of("#define F(x) x") != tokens_of("#define F (x) x"));
  CHECK(tokens_of("#if A\nb;\n#endif\n") != tokens_of("#if A b;\n#endif\n"));
  CHECK(tokens_of("#define A \\\n  1\nb") == tokens_of("#define A 1\nb"));
}

TEST_CASE("literals keep what looks like a remark, and all blanks") {
  CHECK(tokens_of(R"(f("a // b", 'x'); // c)") == R"(f("a // b",'x');)");
  CHECK(tokens_of(R"(f("\"// a", '"');)") == R"(f("\"// a",'"');)");
  CHECK(tokens_of("R\"x(a \" // )\" b)x\" /* c */;") == "R\"x(a \" // )\" b)x\";");
  CHECK(tokens_of("1'000'000 /* it's */ + 1") == "1'000'000+1");
  CHECK(tokens_of("f(' ', 1'000)  // don't") == "f(' ',1'000)");
}

TEST_CASE("sources that end within a remark or a literal are read to their end") {
  CHECK(tokens_of("a /* b") == "a");
  CHECK(tokens_of("\"b") == "\"b");
  CHECK(tokens_of("\"b\\") == "\"b\\");
  CHECK(tokens_of("R\"(b") == "R\"(b");
  CHECK(tokens_of("").empty());
}

TEST_CASE("only directives include") {
  CHECK(included_paths("#pragma once\n#include \"a/b.hpp\"  // why\n#include <vector>\n"
                       "// #include \"c.hpp\"\n  #  include \"d.hpp\"\n") ==
        std::vector<std::string>{"a/b.hpp", "vector", "d.hpp"});
  CHECK(included_paths("auto x = \"#include \\\"a\\\"\";").empty());
}

}  // namespace source_text_tests
