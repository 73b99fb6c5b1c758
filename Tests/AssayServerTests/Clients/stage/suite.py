"""Runs a suite against the server that standard input names, and reports to standard output.

Standard input is one JSON object: `url` and `admin_token`. Standard output is one JSON object: `passed`, the sentences
of the tests that passed, and `failed`, the sentences of those that did not with what went wrong.
"""

import json
import sys
import traceback
import unittest

from stage.server import Server


class Case(unittest.TestCase):
    """A test of the server. The first line of a test's docstring is its sentence."""

    longMessage = True
    maxDiff = None
    server = None
    registration = None

    @classmethod
    def setUpClass(cls):
        """Each class has a project and an app of its own."""
        cls.registration = cls.server.register()

    def sentence(self):
        return f"{type(self).__name__}: {self.shortDescription()}"


class Report(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.passed = []
        self.failed = {}

    def addSuccess(self, test):
        self.passed.append(test.sentence())

    def addError(self, test, error):
        # What fails before any test of a class has no sentence.
        sentence = test.sentence() if isinstance(test, Case) else str(test)
        self.failed.setdefault(sentence, "".join(traceback.format_exception(*error)))

    addFailure = addError

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addError(test, error)


def run(*cases):
    """Runs the tests of these classes, class by class in this order."""
    Case.server = Server(**json.load(sys.stdin))
    report = Report()
    loader = unittest.defaultTestLoader
    unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases).run(report)
    json.dump({"passed": report.passed, "failed": report.failed}, sys.stdout)
