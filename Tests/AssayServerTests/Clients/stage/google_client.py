"""Google's API client for Python, pointed at the server: what it is built from, and what it was used for."""

import json
import pathlib

import googleapiclient
from google.oauth2.credentials import Credentials
from googleapiclient import discovery
from googleapiclient.errors import HttpError
from googleapiclient.http import HttpRequest

from stage.server import reason

NAME = "firebaseappcheck"


def static_document(version):
    """Google's own discovery document, as the client brings it along."""
    folder = pathlib.Path(googleapiclient.__file__).parent / "discovery_cache" / "documents"
    return json.loads((folder / f"{NAME}.{version}.json").read_text(encoding="utf-8"))


def own_document(server, version):
    """The server's discovery document, which anyone may read."""
    response = server.call("GET", "/$discovery/rest", bearer="", version=version)
    assert response.status_code == 200, f"the document of {version} answered {response.status_code}"
    return response.json()


def from_static_document(server, version, visited):
    """The client of Google's own document, with nothing changed but the endpoint and the bearer token."""
    return discovery.build(
        NAME, version, static_discovery=True, credentials=Credentials(server.admin_token),
        client_options={"api_endpoint": server.url}, requestBuilder=recorder(visited), cache_discovery=False)


def from_own_document(server, version, visited):
    """The client of the document that the server serves, which also says where the server is."""
    return discovery.build(
        NAME, version, static_discovery=False, credentials=Credentials(server.admin_token),
        discoveryServiceUrl=f"{server.url}/$discovery/rest?version={{apiVersion}}", requestBuilder=recorder(visited),
        cache_discovery=False)


def recorder(visited):
    """Requests that note in `visited` the id of each method that gave an answer."""

    class Recorded(HttpRequest):
        def execute(self, *arguments, **options):
            answer = super().execute(*arguments, **options)
            visited.add(self.methodId)
            return answer

    return Recorded


def methods(document):
    """The methods of a discovery document by their ids."""
    found = {}

    def walk(resource):
        for method in resource.get("methods", {}).values():
            found[method["id"]] = method
        for child in resource.get("resources", {}).values():
            walk(child)

    walk(document)
    return found


def call(service, method_id, **parameters):
    """The request of a method by its id, such as `firebaseappcheck.projects.services.get`."""
    *collections, verb = method_id.split(".")[1:]
    resource = service
    for collection in collections:
        resource = getattr(resource, collection)()
    return getattr(resource, verb)(**parameters)


def refusal(test, request, status, code):
    """That a request is refused with that HTTP status and canonical code. Returns the reason."""
    with test.assertRaises(HttpError, msg=f"{request.methodId} was not refused") as caught:
        request.execute()
    error = json.loads(caught.exception.content)["error"]
    said = (caught.exception.resp.status, error["code"], error["status"])
    test.assertEqual(said, (status, status, code), request.methodId)
    test.assertTrue(error["message"], request.methodId)
    return reason(caught.exception.content)
