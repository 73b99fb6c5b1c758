"""The server's discovery documents say what Google's say of every method that both have.

Compared are ids, verbs, paths, parameters, and the fields of requests and answers with their types, down to the last
nested message. What this server adds is listed here, and nothing else may differ.
"""

from stage import suite
from stage.google_client import methods, own_document, static_document

# Methods and fields of ours that Google's documents do not have.
ADDED_METHODS = {"v1": {"firebaseappcheck.projects.verifyAppCheckToken"}, "v1beta": set()}
ADDED_FIELDS = {"DebugToken": {"expireTime"}}


def shape(schema, schemas, version):
    """A schema without its words: type, format, and the shapes of what is in it."""
    if "$ref" in schema:
        name = schema["$ref"]
        added = set().union(*(fields for end, fields in ADDED_FIELDS.items() if name.endswith(end)))
        properties = schemas[name].get("properties", {})
        return {field: shape(properties[field], schemas, version) for field in properties if field not in added}
    if schema.get("type") == "array":
        return [shape(schema["items"], schemas, version)]
    values = [value for value in schema.get("enum", []) if not value.endswith("_UNSPECIFIED")]
    return (schema.get("type"), schema.get("format"), tuple(values))


def parameters(method):
    kept = ("location", "type", "format", "repeated", "required", "pattern")
    return {
        name: {key: parameter[key] for key in kept if parameter.get(key)}
        for name, parameter in method.get("parameters", {}).items()
    }


class Comparison:
    """To be mixed into a `Case` that says `version`."""

    version = None

    @classmethod
    def setUpClass(cls):
        cls.ours, cls.theirs = own_document(cls.server, cls.version), static_document(cls.version)
        cls.added = ADDED_METHODS[cls.version]
        cls.pairs = [
            (id, method, methods(cls.theirs)[id]) for id, method in methods(cls.ours).items() if id not in cls.added]

    def test_methods(self):
        """has no method that Google's has not, besides those listed as added"""
        self.assertEqual(set(methods(self.ours)) - set(methods(self.theirs)), self.added)
        self.assertEqual(len(self.pairs) + len(self.added), 20)

    def test_service(self):
        """names the service, the version and the scopes as Google's does"""
        for key in ("id", "name", "version", "protocol", "kind", "discoveryVersion", "servicePath",
                    "fullyEncodeReservedExpansion"):
            self.assertEqual(self.ours[key], self.theirs[key], key)
        self.assertEqual(set(self.ours["auth"]["oauth2"]["scopes"]), set(self.theirs["auth"]["oauth2"]["scopes"]))
        self.assertEqual(self.ours["rootUrl"], f"{self.server.url}/")
        self.assertEqual(self.ours["baseUrl"], f"{self.server.url}/")

    def test_paths(self):
        """has the verbs and paths of Google's"""
        for id, ours, theirs in self.pairs:
            for key in ("httpMethod", "path", "flatPath"):
                with self.subTest(method=id, member=key):
                    self.assertEqual(ours.get(key), theirs.get(key))

    def test_parameters(self):
        """has the parameters of Google's"""
        for id, ours, theirs in self.pairs:
            with self.subTest(method=id):
                self.assertEqual(parameters(ours), parameters(theirs))

    def test_messages(self):
        """has the requests and answers of Google's"""
        for id, ours, theirs in self.pairs:
            for key in ("request", "response"):
                with self.subTest(method=id, member=key):
                    self.assertEqual(key in ours, key in theirs, "one has the message and the other has not")
                    if key in ours:
                        self.assertEqual(
                            shape(ours[key], self.ours["schemas"], self.version),
                            shape(theirs[key], self.theirs["schemas"], self.version))


class V1(Comparison, suite.Case):
    version = "v1"


class V1Beta(Comparison, suite.Case):
    version = "v1beta"


suite.run(V1, V1Beta)
