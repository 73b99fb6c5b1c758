"""Google's API client for Python, with only its endpoint and bearer token changed, gets right answers of every method.

Twice for each version: built from Google's own discovery document, which comes with the client, and from the document
that the server serves. At the end no method of the server's document is unvisited, and each method that only Google's
document has is answered 404, in the shape that clients read.
"""

from googleapiclient import discovery
from googleapiclient.http import build_http

from stage import suite
from stage.app_check_methods import AppCheckMethods, ReplayProtection
from stage.google_client import (
    NAME, call, from_own_document, from_static_document, methods, own_document, recorder, refusal, static_document)

# Served in v1 before Google's own document has it there: the Admin SDK for Node is about to call it.
AHEAD = {"v1": {"firebaseappcheck.projects.verifyAppCheckToken"}, "v1beta": set()}


class Client(AppCheckMethods, suite.Case):
    """Abstract: subclasses say `version` and how to `build` the client."""

    build = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.visited = set()
        cls.service = cls.build(cls.server, cls.version, cls.visited)


class StaticV1(Client):
    version, build = "v1", staticmethod(from_static_document)


class StaticV1Beta(ReplayProtection, Client):
    version, build = "v1beta", staticmethod(from_static_document)


class OwnV1(ReplayProtection, Client):
    version, build = "v1", staticmethod(from_own_document)


class OwnV1Beta(ReplayProtection, Client):
    version, build = "v1beta", staticmethod(from_own_document)


class Coverage(suite.Case):
    """After the others: what they left out."""

    def test_every_served_method_was_visited(self):
        """no method of the served documents is unvisited"""
        for static, own in ((StaticV1, OwnV1), (StaticV1Beta, OwnV1Beta)):
            served = set(methods(own_document(self.server, own.version)))
            self.assertEqual(len(served), 20, own.version)
            self.assertEqual(served - own.visited, set(), f"unvisited from our document of {own.version}")
            common = served - AHEAD[own.version]
            self.assertEqual(common - static.visited, set(), f"unvisited from Google's document of {own.version}")

    def test_what_is_not_served(self):
        """every method that only Google's document has is answered 404 in the shape of an error"""
        for version in ("v1", "v1beta"):
            served = set(methods(own_document(self.server, version)))
            service = from_static_document(self.server, version, set())
            others = {id: method for id, method in methods(static_document(version)).items() if id not in served}
            self.assertGreater(len(others), 20, version)
            for id, method in others.items():
                with self.subTest(method=id, version=version):
                    request = call(service, id, **self.arguments(method))
                    self.assertEqual(refusal(self, request, 404, "NOT_FOUND"), "NO_SUCH_METHOD")

    def arguments(self, method):
        """Parameters that fit a method, about the registered app where they can be."""
        arguments = {}
        for name, parameter in method["parameters"].items():
            if parameter["location"] == "path":
                path = parameter["pattern"].strip("^$")
                path = path.replace("projects/[^/]+", self.registration.project)
                path = path.replace("apps/[^/]+", f"apps/{self.registration.app_id}")
                arguments[name] = path.replace("[^/]+", "some")
            elif parameter.get("required") or name in ("names", "updateMask"):
                arguments[name] = ["some"] if parameter.get("repeated") else "some"
        if "request" in method:
            arguments["body"] = {}
        return arguments

    def test_without_a_token(self):
        """a client without a bearer token is told so"""
        service = discovery.build(
            NAME, "v1", static_discovery=True, http=build_http(), client_options={"api_endpoint": self.server.url},
            requestBuilder=recorder(set()), cache_discovery=False)
        request = service.projects().services().list(parent=self.registration.project)
        self.assertEqual(refusal(self, request, 401, "UNAUTHENTICATED"), "UNAUTHENTICATED")


suite.run(StaticV1, StaticV1Beta, OwnV1, OwnV1Beta, Coverage)
