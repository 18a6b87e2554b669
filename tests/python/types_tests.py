"""The stubs name everything that the package has, with the parameters that it has."""

import ast
import inspect
import unittest
from pathlib import Path

import stiffbench

STUB = Path(__file__).parents[2] / "python" / "stiffbench" / "__init__.pyi"


def members(nodes):
    """Functions and classes of a list of statements by name; of overloads the last one."""
    kinds = ast.FunctionDef, ast.ClassDef
    return {node.name: node for node in nodes if isinstance(node, kinds)}


def parameters(node):
    arguments = node.args
    named = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
    return [argument.arg for argument in named]


class Stubs(unittest.TestCase):
    def setUp(self):
        self.stub = members(ast.parse(STUB.read_text()).body)

    def test_names_are_those_of_the_package(self):
        public = {name for name in self.stub if not name.startswith("_")} - {"Factorization"}
        self.assertEqual(public | {"peers"}, set(stiffbench.__all__))
        for name in stiffbench.__all__:
            self.assertTrue(hasattr(stiffbench, name), name)

    def test_functions_have_these_parameters(self):
        for name, node in self.stub.items():
            function = getattr(stiffbench, name, None)
            if not isinstance(node, ast.FunctionDef) or not inspect.isfunction(function):
                continue
            signature = inspect.signature(function).parameters.values()
            real = [p.name for p in signature if p.kind is not p.VAR_KEYWORD]
            self.assertEqual(parameters(node), real, name)

    def test_methods_have_these_parameters(self):
        for name, node in self.stub.items():
            for method, stub in members(getattr(node, "body", [])).items():
                function = getattr(getattr(stiffbench, name, None), method, None)
                if not inspect.isfunction(function) or method.startswith("_"):
                    continue
                real = list(inspect.signature(function).parameters)
                self.assertEqual(parameters(stub)[1:], real[1:], f"{name}.{method}")

    def test_classes_have_these_members(self):
        shared = members(self.stub["_Evaluations"].body)
        for name in ("Problem", "CountedProblem"):
            listed = {**shared, **members(self.stub[name].body)}
            kind = getattr(stiffbench, name)
            real = {member for member in dir(kind) if not member.startswith("_")}
            self.assertEqual(set(listed), real, name)

    def test_everything_has_a_docstring(self):
        for name in stiffbench.__all__:
            self.assertTrue(getattr(stiffbench, name).__doc__, name)
        for kind in (stiffbench.Problem, stiffbench.CountedProblem):
            for member in dir(kind):
                if not member.startswith("_"):
                    self.assertTrue(getattr(kind, member).__doc__, member)


if __name__ == "__main__":
    unittest.main()
